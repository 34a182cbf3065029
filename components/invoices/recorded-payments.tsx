'use client'

import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { formatMoney, Money } from '@/components/ui/money'
import { Timestamp } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import type { InvoiceView } from '@/lib/payments/queries'
import { OUTSIDE_METHODS } from '@/lib/payments/status'
import { useRemovePayment } from './invoice-queries'

type RecordedPayment = InvoiceView['outsidePayments'][number]

/** The payments of an invoice that came in outside the wallet. While it is open, each can be removed. */
export function RecordedPayments({ invoice, mayWrite }: { invoice: InvoiceView; mayWrite: boolean }) {
  const [removing, setRemoving] = useState<RecordedPayment | null>(null)
  const mayRemove = mayWrite && invoice.status !== 'PAID'
  return (
    <Card aria-labelledby="payments">
      <CardHeader id="payments" title="Recorded payments" description="Not in your wallet" />
      <ul className="divide-y border-t">
        {invoice.outsidePayments.map((payment) => {
          const { id, method, amount, receivedOn, reference, receiptNumber } = payment
          return (
            <li key={id} className="flex items-center justify-between gap-4 px-4 py-3 sm:px-5">
              <div className="min-w-0">
                <p className="font-medium">{OUTSIDE_METHODS[method]}</p>
                <p className="wrap-anywhere text-[0.8125rem] text-muted-foreground">
                  <Timestamp at={receivedOn} />
                  {reference && <> · {reference}</>} · Receipt {receiptNumber}
                </p>
              </div>
              <div className="flex shrink-0 items-center gap-3">
                <Money value={amount} />
                {mayRemove && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Remove the payment of ${formatMoney(amount)}`}
                    onClick={() => setRemoving(payment)}
                  >
                    Remove
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {removing && <RemoveDialog invoice={invoice} payment={removing} onClose={() => setRemoving(null)} />}
    </Card>
  )
}

type RemoveDialogProps = { invoice: InvoiceView; payment: RecordedPayment; onClose: () => void }

function RemoveDialog({ invoice, payment, onClose }: RemoveDialogProps) {
  const remove = useRemovePayment(invoice.mode, invoice.id)
  const toast = useToast()
  const confirm = useDialogAction(async () => {
    await remove.mutateAsync(payment.id)
    toast('Payment removed')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Remove this payment?"
      action="Remove payment"
      pending={remove.isPending}
      error={remove.error && failureMessage(remove.error)}
      onConfirm={confirm}
    >
      <Money value={payment.amount} className="font-medium text-foreground" /> no longer counts as received,
      and is left to pay again. The ledger keeps both entries, and nothing is emailed to the customer.
    </ConfirmDialog>
  )
}
