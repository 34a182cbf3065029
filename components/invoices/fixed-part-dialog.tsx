'use client'

import { type ReactNode, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import { Button, buttonStyle } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import type { IssuedFields } from '@/lib/invoices/invoice-fields'
import type { InvoiceView } from '@/lib/payments/queries'
import { CreditDialog } from './credit-dialog'
import { useVoidAndDuplicate } from './invoice-queries'
import { FIXED_PARTS, type FixedPart } from './issued-paper'
import { RefundDialog } from './refund-dialog'

type FixedPartDialogProps = {
  part: FixedPart
  invoice: InvoiceView
  /** The fields that were edited. */
  edits: Partial<IssuedFields>
  /** The id of the draft that takes the invoice's place. */
  draftId: string
  mayRefund: boolean
  onClose: () => void
  /** Called once the invoice is void, and the draft there. */
  onDuplicate: (draftId: string) => void
}

/** Says that a part of a sent invoice stays as it is, and offers what can be done instead. */
export function FixedPartDialog(props: FixedPartDialogProps) {
  const { part, invoice, edits, draftId, mayRefund, onClose, onDuplicate } = props
  const [isRefunding, setRefunding] = useState(false)
  const [isCrediting, setCrediting] = useState(false)
  const duplicate = useVoidAndDuplicate(invoice.mode, invoice.id)
  const confirm = useDialogAction(async () => {
    const { id } = await duplicate.mutateAsync({ draftId, edits })
    onDuplicate(id)
  })
  if (isRefunding && invoice.refundable && invoice.refundTerms) {
    const { refundable, refundTerms: terms } = invoice
    return <RefundDialog {...{ invoice, refundable, terms, onClose }} />
  }
  if (isCrediting && invoice.creditable) {
    return <CreditDialog {...{ invoice, creditable: invoice.creditable, onClose }} />
  }
  // Void also if only the answer was lost: a repeat finds the draft.
  const mayBeOurs = invoice.status === 'VOIDED' && duplicate.status !== 'idle'
  const isOpen = (invoice.status !== 'PAID' && invoice.status !== 'VOIDED') || mayBeOurs
  return (
    <Dialog
      open
      onOpenChange={(isNowOpen) => !isNowOpen && onClose()}
      title={FIXED_PARTS[part].title}
      description="Your customer already has this invoice, so correcting it takes a new document."
    >
      {duplicate.error && (
        <Notice kind="danger" role="alert" className="mb-4">
          {failureMessage(duplicate.error)}
        </Notice>
      )}
      {isOpen && !invoice.paidSoFar && !invoice.credited && (
        <Alternative
          title="Void and duplicate"
          text="Voids this invoice for good, and its payment link says that it was canceled. Opens a draft with the same content and what you typed here, which gets a new number and link once you send it. A customer who is paying right now gets the money back."
        >
          <Button
            variant="danger"
            pending={duplicate.isPending || duplicate.isSuccess}
            onClick={() => confirm()}
          >
            Void and duplicate
          </Button>
        </Alternative>
      )}
      {isOpen && invoice.creditable && (
        <Alternative
          title="Credit note"
          text="Creates a credit note that lowers what is due, by an amount or by item. The invoice stays in your books. Choose this if you may not void invoices, and send a new one afterwards."
        >
          <Button variant="secondary" onClick={() => setCrediting(true)}>
            Credit it instead
          </Button>
        </Alternative>
      )}
      {isOpen && invoice.paidSoFar && (
        <Alternative
          title="Partly paid"
          text="Remove the recorded payments first. Then it can be voided and duplicated."
        >
          <Link href={`/invoices/${invoice.id}`} className={buttonStyle({ variant: 'secondary' })}>
            Open the invoice
          </Link>
        </Alternative>
      )}
      {invoice.refundable && mayRefund && (
        <Alternative
          title="Credit note"
          text="Refunds all or part of what was paid. Your customer gets a credit note."
        >
          <Button variant="secondary" onClick={() => setRefunding(true)}>
            Issue a credit note
          </Button>
        </Alternative>
      )}
      {!isOpen && !(invoice.refundable && mayRefund) && (
        <Alternative
          title="Duplicate"
          text="On the invoice’s page, Duplicate opens a draft with the same customer and items."
        >
          <Link href={`/invoices/${invoice.id}`} className={buttonStyle({ variant: 'secondary' })}>
            Open the invoice
          </Link>
        </Alternative>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Alternative({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="space-y-3 border-t py-4 first:border-t-0 first:pt-0">
      <div>
        <h3 className="font-medium">{title}</h3>
        <p className="mt-0.5 text-muted-foreground">{text}</p>
      </div>
      {children}
    </section>
  )
}
