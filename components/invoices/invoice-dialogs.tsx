'use client'

import { type ReactNode, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import type { ButtonStyle } from '@/components/ui/button'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import type { InvoiceView } from '@/lib/payments/queries'
import { type InvoiceAct, useInvoiceAct } from './invoice-queries'

type InvoiceDialogProps = { invoice: InvoiceView; onClose: () => void }

/** Asks for a reason, and cancels the invoice. */
export function VoidDialog({ invoice, onClose }: InvoiceDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <ActDialog
      invoice={invoice}
      act={{ path: 'void', body: { reason: reason.trim() } }}
      title={`Void ${invoice.number}?`}
      action="Void invoice"
      variant="danger"
      done="Invoice voided"
      onClose={onClose}
      description="Nobody can pay it any more, and its payment link says that it was canceled. A customer who is paying right now gets the money back. This can’t be undone."
    >
      <Field label="Reason" hint="Optional. Only your team sees it.">
        {(control) => (
          <Input
            {...control}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={255}
            autoComplete="off"
          />
        )}
      </Field>
    </ActDialog>
  )
}

/** Mails the payment link to the customer again. */
export function SendDialog({ invoice, onClose }: InvoiceDialogProps) {
  return (
    <ActDialog
      invoice={invoice}
      act={{ path: 'send' }}
      title={`Send ${invoice.number} again?`}
      action="Send invoice"
      done={({ keptBecause }) =>
        keptBecause ? `Email kept in the mailbox: ${keptBecause}` : `Invoice sent to ${invoice.email}`
      }
      onClose={onClose}
      description={
        <>
          <span className="wrap-anywhere font-medium text-foreground">{invoice.email}</span> gets the email
          with the payment link again. An invoice can be sent five times a day.
        </>
      }
    />
  )
}

/** Writes an overdue invoice off. */
export function UncollectibleDialog({ invoice, onClose }: InvoiceDialogProps) {
  return (
    <ActDialog
      invoice={invoice}
      act={{ path: 'uncollectible', body: { isUncollectible: true } }}
      title={`Mark ${invoice.number} as uncollectible?`}
      action="Mark as uncollectible"
      done="Invoice marked as uncollectible"
      onClose={onClose}
      description="It no longer counts as overdue, and its customer gets no reminders. The payment link still works. You can undo this."
    />
  )
}

type ActDialogProps = InvoiceDialogProps & {
  act: InvoiceAct
  title: string
  description: ReactNode
  action: string
  variant?: ButtonStyle['variant']
  /** The toast. */
  done: string | ((answer: { keptBecause?: string | null }) => string)
  children?: ReactNode
}

function ActDialog(props: ActDialogProps) {
  const { invoice, act, title, description, action, variant, done, onClose, children } = props
  const send = useInvoiceAct(invoice.mode, invoice.id)
  const toast = useToast()
  const confirm = useDialogAction(async () => {
    const answer = await send.mutateAsync(act)
    toast(typeof done === 'string' ? done : done(answer))
    onClose()
  })
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={description}>
      <DialogForm
        onSubmit={() => confirm()}
        error={send.error && failureMessage(send.error)}
        onCancel={onClose}
        action={action}
        variant={variant}
        pending={send.isPending}
      >
        {children}
      </DialogForm>
    </Dialog>
  )
}
