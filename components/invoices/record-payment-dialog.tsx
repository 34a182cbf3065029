'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { amountProblem } from '@/components/forms/amount-problem'
import { useDialogAction } from '@/components/forms/send-once'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { formatMoney } from '@/components/ui/money'
import { useDayFromToday } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import { plainDecimal } from '@/lib/money/decimals'
import type { InvoiceView } from '@/lib/payments/queries'
import { OUTSIDE_METHODS } from '@/lib/payments/status'
import { type PaymentFields, useRecordPayment } from './invoice-queries'

type RecordPaymentDialogProps = { invoice: InvoiceView; onClose: () => void }

/** Records a payment that came in outside the wallet. The button that confirms names the amount. */
export function RecordPaymentDialog({ invoice, onClose }: RecordPaymentDialogProps) {
  const record = useRecordPayment(invoice.mode, invoice.id)
  const toast = useToast()
  // As it was when the dialog opened: the page behind it may refresh.
  const [amountDue] = useState(invoice.amountDue)
  const dayFromToday = useDayFromToday()
  const [today] = useState(() => dayFromToday(0))
  const { currency } = amountDue
  const { register, handleSubmit, watch, formState } = useForm<PaymentFields>({
    defaultValues: {
      method: 'bank_transfer',
      amount: amountDue.amount,
      receivedOn: today,
      reference: '',
      mailsReceipt: true,
    },
  })
  const { errors } = formState
  const problem = (text: string) => amountProblem(plainDecimal(text), amountDue)
  const amount = plainDecimal(watch('amount'))
  const isRest = Number(amount) === Number(amountDue.amount)
  const submit = useDialogAction(async (fields: PaymentFields) => {
    const { isPaid } = await record.mutateAsync({ ...fields, amount: plainDecimal(fields.amount) })
    toast(isPaid ? 'Invoice paid' : 'Payment recorded')
    onClose()
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Record a payment"
      description="For money that came in outside Counterfoil. It counts as your income, but isn’t added to your wallet."
    >
      <DialogForm
        onSubmit={handleSubmit(submit)}
        error={record.error && failureMessage(record.error)}
        onCancel={onClose}
        action={problem(amount) ? 'Record payment' : `Record ${formatMoney({ amount, currency })}`}
        variant="primary"
        pending={record.isPending}
      >
        <Field label="Method">
          {(control) => (
            <Select {...control} {...register('method')}>
              {Object.entries(OUTSIDE_METHODS).map(([method, text]) => (
                <option key={method} value={method}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={`Amount in ${currency}`}
            hint={`Up to ${formatMoney(amountDue)}`}
            error={errors.amount?.message}
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
          <Field label="Received on" error={errors.receivedOn?.message}>
            {(control) => (
              <Input
                {...control}
                {...register('receivedOn', {
                  validate: (day) => (day !== '' && day <= today) || 'Enter a day that is not in the future',
                })}
                type="date"
                min="2000-01-01"
                max={today}
              />
            )}
          </Field>
        </div>
        <Field label="Reference" hint="Optional, such as the bank’s reference or the check number">
          {(control) => <Input {...control} {...register('reference')} maxLength={140} autoComplete="off" />}
        </Field>
        <label className="flex items-center gap-2">
          <Checkbox {...register('mailsReceipt')} />
          <span className="min-w-0 break-words">Email a receipt to {invoice.email}</span>
        </label>
        <p className="text-[0.8125rem] text-muted-foreground">
          {isRest
            ? 'This marks the invoice as paid, which can’t be undone.'
            : 'The invoice stays open. Its payment page asks for the rest, and a card payment that is made right now for more is given back.'}
        </p>
      </DialogForm>
    </Dialog>
  )
}
