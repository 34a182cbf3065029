'use client'

import { type KeyboardEvent, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { useDayText } from '@/components/ui/timestamp'
import type { InvoiceView } from '@/lib/payments/queries'
import { areVisibleToCustomer, type IssuedChange } from './issued-changes'

type SaveChangesDialogProps = {
  invoice: InvoiceView
  changes: IssuedChange[]
  /** True if the invoice is an e-invoice, and with these changes no longer. */
  endsEInvoice: boolean
  pending: boolean
  error: string | null
  onClose: () => void
  onSave: (mailsCustomer: boolean) => void
}

/** Shows what is about to change, old and new, and asks whether the customer is told. */
export function SaveChangesDialog(props: SaveChangesDialogProps) {
  const { invoice, changes, endsEInvoice, pending, error, onClose, onSave } = props
  const isVisible = areVisibleToCustomer(changes)
  const [mailsCustomer, setMailsCustomer] = useState(isVisible)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat && !pending) onSave(mailsCustomer)
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Save changes to ${invoice.number}?`}
      description="Number, amounts and payment link stay the same."
    >
      <div onKeyDownCapture={press}>
        <DialogForm
          onSubmit={() => onSave(mailsCustomer)}
          error={error}
          onCancel={onClose}
          cancel="Keep editing"
          action="Save changes"
          pending={pending}
        >
          <dl aria-label="Changes" className="space-y-3">
            {changes.map((change) => (
              <div key={change.name}>
                <dt className="font-medium text-[0.8125rem]">{change.term}</dt>
                <dd className="wrap-anywhere mt-0.5 grid gap-x-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
                  <Value change={change} text={change.before} isOld />
                  <span aria-hidden className="text-muted-foreground max-sm:hidden">
                    →
                  </span>
                  <Value change={change} text={change.now} />
                </dd>
              </div>
            ))}
          </dl>
          {endsEInvoice && (
            <Notice kind="warning" title="This will no longer be an e-invoice">
              An e-invoice needs the address in separate fields, and what you typed is one text. To keep the
              e-invoice, clear the billing address: your customer’s own is then used.
            </Notice>
          )}
          {isVisible ? (
            <label className="flex items-start gap-2">
              <Checkbox
                className="mt-0.5"
                checked={mailsCustomer}
                onChange={(event) => setMailsCustomer(event.target.checked)}
              />
              <span className="wrap-anywhere min-w-0">
                Email {invoice.email} what has changed
                <span className="block text-[0.8125rem] text-muted-foreground">
                  In your customer’s language, with the same payment link
                </span>
              </span>
            </label>
          ) : (
            <p className="text-muted-foreground">Your customer gets no email about this.</p>
          )}
        </DialogForm>
      </div>
    </Dialog>
  )
}

type ValueProps = { change: IssuedChange; text: string; isOld?: boolean }

function Value({ change: { name }, text, isOld = false }: ValueProps) {
  const dayText = useDayText()
  const shown = name === 'dueDate' && text ? dayText(text) : text
  const Tag = isOld ? 'del' : 'ins'
  return (
    <Tag
      className={classNames(
        'min-w-0 whitespace-pre-line',
        isOld && 'text-muted-foreground',
        (!isOld || !shown) && 'no-underline',
      )}
    >
      <span className="sr-only">{isOld ? 'Before: ' : 'Now: '}</span>
      {shown || <EmptyValue name={name} />}
    </Tag>
  )
}

function EmptyValue({ name }: Pick<IssuedChange, 'name'>) {
  return <span className="italic">{name === 'billingAddress' ? 'The customer’s own' : 'None'}</span>
}
