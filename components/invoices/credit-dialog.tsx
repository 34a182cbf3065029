'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { amountProblem } from '@/components/forms/amount-problem'
import { useDialogAction } from '@/components/forms/send-once'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Checkbox, Field, Input } from '@/components/ui/field'
import { formatMoney, type MoneyValue } from '@/components/ui/money'
import { useToast } from '@/components/ui/toast'
import { formatDecimal, plainDecimal } from '@/lib/money/decimals'
import type { InvoiceView } from '@/lib/payments/queries'
import { AmountOrItems, type CreditWay } from './credited-items'
import { type CreditFields, useCreditInvoice } from './invoice-queries'
import { choiceProblem, creditableItems, creditedItems, exponentOf, noChoice } from './item-choice'

type CreditDialogProps = {
  invoice: InvoiceView
  creditable: NonNullable<InvoiceView['creditable']>
  onClose: () => void
}

/** Credits an invoice that is not paid yet: asks for the amount or the items, and a reason. The button that confirms names the amount. */
export function CreditDialog({ invoice, creditable, onClose }: CreditDialogProps) {
  const credit = useCreditInvoice(invoice.mode, invoice.id)
  const toast = useToast()
  // As it was when the dialog opened: the page behind it may refresh.
  const [left] = useState(creditable.amount)
  const [items] = useState(() => creditableItems(invoice.items, creditable.lines))
  const [hasFee] = useState(() => Number(invoice.fee.amount) > 0)
  const exponent = exponentOf(left)
  const [way, setWay] = useState<CreditWay>('amount')
  const [choices, setChoices] = useState(() => noChoice(items, exponent))
  const [isRefused, setRefused] = useState(false)
  const { register, handleSubmit, watch, formState, getValues } = useForm({
    defaultValues: { amount: left.amount, reason: '', mailsCustomer: true },
  })
  const amount = plainDecimal(watch('amount'))
  const credited = creditedItems(choices, exponent)
  const unclear = choiceProblem(items, choices, left)
  const submit = useDialogAction(async (fields: CreditFields) => {
    const { number } = await credit.mutateAsync(fields)
    toast(`Credit note ${number} created`)
    onClose()
  })
  const submitAmount = handleSubmit(({ amount, reason, mailsCustomer }) =>
    submit({ amount: plainDecimal(amount), reason, mailsCustomer }),
  )
  const submitItems = () => {
    setRefused(true)
    const { reason, mailsCustomer } = getValues()
    if (credited && !unclear) submit({ items: credited.items, reason, mailsCustomer })
  }
  const problem = (text: string) => amountProblem(plainDecimal(text), left)
  const chosen: MoneyValue | null =
    way === 'amount'
      ? problem(amount)
        ? null
        : { ...left, amount }
      : credited && !unclear
        ? { ...left, amount: formatDecimal(credited.totalMinor, exponent) }
        : null
  const isAll = chosen !== null && Number(chosen.amount) === Number(left.amount)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Credit ${invoice.number}?`}
      description="Creates a credit note and lowers what is due. No money moves. This can’t be undone."
    >
      <DialogForm
        onSubmit={way === 'amount' ? submitAmount : submitItems}
        error={credit.error && failureMessage(credit.error)}
        onCancel={onClose}
        action={chosen ? `Credit ${formatMoney(chosen)}` : 'Credit'}
        pending={credit.isPending}
      >
        <AmountOrItems
          legend="What to credit"
          way={way}
          onWay={setWay}
          hint={`Up to ${formatMoney(left)}${hasFee ? '. The fee is credited on top.' : ''}`}
          error={formState.errors.amount?.message}
          input={register('amount', { validate: (text) => problem(text) ?? true })}
          items={items}
          choices={choices}
          left={left}
          itemsError={isRefused ? unclear : null}
          onChange={setChoices}
        />
        <Field label="Reason" hint="Optional. Shown to the customer on the credit note.">
          {(control) => <Input {...control} {...register('reason')} maxLength={255} autoComplete="off" />}
        </Field>
        <label className="flex items-center gap-2.5">
          <Checkbox {...register('mailsCustomer')} />
          <span className="wrap-anywhere">Email the credit note to {invoice.email}</span>
        </label>
        {isAll && (
          <p className="text-muted-foreground">
            {invoice.paidSoFar
              ? 'Nothing is left to pay then, and the invoice counts as paid.'
              : 'Nothing is left to pay then, and nobody can pay the invoice any more.'}
          </p>
        )}
      </DialogForm>
    </Dialog>
  )
}
