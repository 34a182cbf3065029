'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { amountProblem } from '@/components/forms/amount-problem'
import { useDialogAction } from '@/components/forms/send-once'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { formatMoney, type MoneyValue } from '@/components/ui/money'
import { useToast } from '@/components/ui/toast'
import { plainDecimal } from '@/lib/money/decimals'
import type { InvoiceView } from '@/lib/payments/queries'
import { type RefundFields, useRefundInvoice } from './invoice-queries'

type RefundDialogProps = { invoice: InvoiceView; refundable: MoneyValue; onClose: () => void }

/** Asks for the amount and a reason. The button that confirms names the amount. */
export function RefundDialog({ invoice, refundable, onClose }: RefundDialogProps) {
  const refund = useRefundInvoice(invoice.mode, invoice.id)
  const toast = useToast()
  const [failure, setFailure] = useState<string | null>(null)
  // As it was when the dialog opened: the page behind it may refresh.
  const [{ amount: refundableAmount, currency }] = useState(refundable)
  const { register, handleSubmit, watch, formState } = useForm<RefundFields>({
    defaultValues: { amount: refundableAmount, reason: '' },
  })
  const amount = plainDecimal(watch('amount'))
  const submit = useDialogAction(async (fields: RefundFields) => {
    setFailure(null)
    const input = { ...fields, amount: plainDecimal(fields.amount) }
    const { status, failureReason } = await refund.mutateAsync(input)
    if (status === 'FAILED') {
      const reason = failureReason ? ` (${failureReason.replaceAll('_', ' ')})` : ''
      setFailure(`The payment provider refused the refund${reason}. The money is back in your wallet.`)
      return
    }
    toast(status === 'SUCCEEDED' ? 'Invoice refunded' : 'Refund requested')
    onClose()
  })
  const problem = (text: string) => amountProblem(plainDecimal(text), { amount: refundableAmount, currency })
  const error = failure ?? (refund.error && failureMessage(refund.error))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Refund this invoice?"
      description={`The customer gets the amount back, and it is taken from your wallet. The fee of ${formatMoney(invoice.fee)} is kept. This can’t be undone.`}
    >
      <DialogForm
        onSubmit={handleSubmit(submit)}
        error={error}
        onCancel={onClose}
        action={problem(amount) ? 'Refund' : `Refund ${formatMoney({ amount, currency })}`}
        variant="danger"
        pending={refund.isPending}
      >
        <Field
          label={`Amount in ${currency}`}
          hint={`Up to ${formatMoney({ amount: refundableAmount, currency })}`}
          error={formState.errors.amount?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...register('amount', { validate: (text) => problem(text) ?? true })}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              className="tabular text-right"
            />
          )}
        </Field>
        <Field label="Reason" hint="Optional. Shown to the customer on the credit note.">
          {(control) => <Input {...control} {...register('reason')} maxLength={255} autoComplete="off" />}
        </Field>
      </DialogForm>
    </Dialog>
  )
}
