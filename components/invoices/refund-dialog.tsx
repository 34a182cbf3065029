'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { amountProblem } from '@/components/forms/amount-problem'
import { useDialogAction } from '@/components/forms/send-once'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { formatMoney, Money, type MoneyValue } from '@/components/ui/money'
import { useToast } from '@/components/ui/toast'
import { refundShares } from '@/lib/invoices/amounts'
import { formatDecimal, parsePlainDecimal, plainDecimal, toMinor } from '@/lib/money/decimals'
import type { InvoiceView } from '@/lib/payments/queries'
import { type RefundFields, useRefundInvoice } from './invoice-queries'

type Terms = NonNullable<InvoiceView['refundTerms']>

type RefundDialogProps = { invoice: InvoiceView; refundable: MoneyValue; terms: Terms; onClose: () => void }

/** Asks for the amount and a reason, and says who gets and who gives what. The button that confirms names what the customer gets. */
export function RefundDialog({ invoice, refundable, terms, onClose }: RefundDialogProps) {
  const refund = useRefundInvoice(invoice.mode, invoice.id)
  const toast = useToast()
  const [failure, setFailure] = useState<string | null>(null)
  // As it was when the dialog opened: the page behind it may refresh.
  const [{ amount: refundableAmount, currency }] = useState(refundable)
  const [shownTerms] = useState(terms)
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
  const exponent = refundableAmount.split('.')[1]?.length ?? 0
  const isFeeOnTop = shownTerms.returnsFee && !shownTerms.vendorPaysFee
  const sums = problem(amount) ? null : sumsOf({ amount, currency }, exponent, shownTerms)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Refund this invoice?"
      description="The customer gets the amount back, and it is taken from your wallet. This can’t be undone."
    >
      <DialogForm
        onSubmit={handleSubmit(submit)}
        error={error}
        onCancel={onClose}
        action={sums ? `Refund ${formatMoney(sums.customer)}` : 'Refund'}
        variant="danger"
        pending={refund.isPending}
      >
        <Field
          label={`Amount in ${currency}`}
          hint={`Up to ${formatMoney({ amount: refundableAmount, currency })}${isFeeOnTop ? '. The fee goes back on top.' : ''}`}
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
        {sums && <Sums {...sums} />}
      </DialogForm>
    </Dialog>
  )
}

type RefundSums = {
  customer: MoneyValue
  wallet: MoneyValue
  fee: { term: string; value: MoneyValue } | null
}

/** The sums of a refund: to the customer, from the wallet, and of the fee, as the service will compute them. */
function sumsOf({ amount, currency }: MoneyValue, exponent: number, terms: Terms): RefundSums | null {
  const decimal = parsePlainDecimal(amount)
  const wantedMinor = decimal && toMinor(decimal, exponent)
  if (wantedMinor === null) return null
  const money = (minor: bigint) => ({ amount: formatDecimal(minor, exponent), currency })
  const { vendorPaysFee, returnsFee } = terms
  const shares = {
    vendorPaysFee,
    returnsFee,
    paidMinor: BigInt(terms.paidMinor),
    vendorMinor: BigInt(terms.vendorMinor),
  }
  const before = {
    amountMinor: BigInt(terms.before.amountMinor),
    baseMinor: BigInt(terms.before.baseMinor),
  }
  const { amountMinor, baseMinor } = refundShares(wantedMinor, shares, before, BigInt(terms.stepMinor))
  const feeMinor = shares.paidMinor - shares.vendorMinor
  const fee = returnsFee
    ? {
        term: vendorPaysFee ? 'Fee returned to you' : 'Fee returned to the customer',
        minor: amountMinor - baseMinor,
      }
    : { term: 'Fee kept', minor: feeMinor }
  return {
    customer: money(amountMinor),
    wallet: money(baseMinor),
    fee: feeMinor > 0n ? { term: fee.term, value: money(fee.minor) } : null,
  }
}

function Sums({ customer, wallet, fee }: RefundSums) {
  return (
    <dl aria-live="polite" className="space-y-1.5 rounded-lg border p-3">
      <Sum term="The customer gets" value={customer} />
      <Sum term="Taken from your wallet" value={wallet} />
      {fee && <Sum term={fee.term} value={fee.value} />}
    </dl>
  )
}

function Sum({ term, value }: { term: string; value: MoneyValue }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted-foreground">{term}</dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  )
}
