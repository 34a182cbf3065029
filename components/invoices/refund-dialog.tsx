'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { amountProblem } from '@/components/forms/amount-problem'
import { useDialogAction } from '@/components/forms/send-once'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { formatMoney, Money, type MoneyValue } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { affordableRefundMinor, refundableMinor, refundShares } from '@/lib/invoices/amounts'
import { formatDecimal, parsePlainDecimal, plainDecimal, toMinor } from '@/lib/money/decimals'
import type { InvoiceView } from '@/lib/payments/queries'
import { AmountOrItems, type CreditWay } from './credited-items'
import { type RefundFields, useRefundInvoice } from './invoice-queries'
import { choiceProblem, creditableItems, creditedItems, noChoice } from './item-choice'

type Terms = NonNullable<InvoiceView['refundTerms']>

type RefundDialogProps = { invoice: InvoiceView; refundable: MoneyValue; terms: Terms; onClose: () => void }

/** Asks for the amount or the items, and a reason, and says who gets and who gives what. The button that confirms names what the customer gets. */
export function RefundDialog({ invoice, refundable, terms, onClose }: RefundDialogProps) {
  const refund = useRefundInvoice(invoice.mode, invoice.id)
  const toast = useToast()
  const [failure, setFailure] = useState<string | null>(null)
  // As it was when the dialog opened: the page behind it may refresh. The wallet may have more by now, so the service decides.
  const [limits] = useState(() => limitsOf(refundable, terms))
  const { left, affordable, shortage, shares } = limits
  const [items] = useState(() => creditableItems(invoice.items, terms.lines))
  const [way, setWay] = useState<CreditWay>('amount')
  const [choices, setChoices] = useState(() => noChoice(items, limits.exponent))
  const [isRefused, setRefused] = useState(false)
  const { register, handleSubmit, watch, formState, getValues } = useForm({
    defaultValues: { amount: (affordable ?? left).amount, reason: '' },
  })
  const enteredAmount = plainDecimal(watch('amount'))
  const credited = creditedItems(choices, limits.exponent)
  const unclear = choiceProblem(items, choices, left)
  const submit = useDialogAction(async (fields: RefundFields) => {
    setFailure(null)
    const { status, failureReason } = await refund.mutateAsync(fields)
    if (status === 'FAILED') {
      const reason = failureReason ? ` (${failureReason.replaceAll('_', ' ')})` : ''
      setFailure(
        `The payment provider refused the refund${reason}. The money it took is back in your wallet.`,
      )
      return
    }
    toast(status === 'SUCCEEDED' ? 'Invoice refunded' : 'Refund requested')
    onClose()
  })
  const submitAmount = handleSubmit(({ amount, reason }) => submit({ amount: plainDecimal(amount), reason }))
  const submitItems = () => {
    setRefused(true)
    if (credited && !unclear) submit({ items: credited.items, reason: getValues('reason') })
  }
  const problem = (text: string) => amountProblem(plainDecimal(text), left)
  const error = failure ?? (refund.error && failureMessage(refund.error))
  const isFeeOnTop = shares.returnsFee && !shares.vendorPaysFee
  const amount = way === 'amount' ? enteredAmount : formatDecimal(credited?.totalMinor ?? 0n, limits.exponent)
  const sums = problem(amount) || (way === 'items' && unclear) ? null : sumsOf(amount, limits)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Refund this invoice?"
      description="The money goes back the way the customer paid. This can’t be undone."
    >
      <DialogForm
        onSubmit={way === 'amount' ? submitAmount : submitItems}
        error={error}
        onCancel={onClose}
        action={sums ? `Refund ${formatMoney(sums.customer)}` : 'Refund'}
        variant="danger"
        pending={refund.isPending}
      >
        {invoice.otherDisputes.length > 0 && <OtherDisputes disputes={invoice.otherDisputes} />}
        {shortage && <Shortage {...shortage} affordable={affordable} left={left} />}
        <AmountOrItems
          legend="What to refund"
          way={way}
          onWay={setWay}
          hint={`Up to ${formatMoney(left)}${isFeeOnTop ? '. The fee goes back on top.' : ''}`}
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
        {sums && <Sums {...sums} />}
      </DialogForm>
    </Dialog>
  )
}

type Limits = ReturnType<typeof limitsOf>

/** The amount still refundable, the part of it that the wallet covers, and the shortage if it doesn't cover all. */
function limitsOf({ amount, currency }: MoneyValue, terms: Terms) {
  const exponent = amount.split('.')[1]?.length ?? 0
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
  const fundsMinor = BigInt(terms.fundsMinor)
  const stepMinor = BigInt(terms.stepMinor)
  const leftMinor = refundableMinor(shares, before)
  const affordableMinor = affordableRefundMinor(fundsMinor, shares, before, stepMinor)
  const shortage = {
    funds: money(fundsMinor),
    needed: money(refundShares(leftMinor, shares, before).baseMinor),
    keptFee: vendorPaysFee && !returnsFee ? money(shares.paidMinor - shares.vendorMinor) : null,
  }
  return {
    shares,
    before,
    stepMinor,
    exponent,
    money,
    left: money(leftMinor),
    affordable: affordableMinor > 0n ? money(affordableMinor) : null,
    shortage: affordableMinor < leftMinor ? shortage : null,
  }
}

/** The customer may mean this invoice by a dispute that the oldest ones bear. */
function OtherDisputes({ disputes }: { disputes: InvoiceView['otherDisputes'] }) {
  const list = disputes.map(({ number, amount }) => `${formatMoney(amount)} from ${number}`)
  return (
    <Notice kind="warning" title="The customer disputes this payment">
      It paid several invoices, and the dispute takes {new Intl.ListFormat('en').format(list)}. If it is about
      this invoice, a refund would pay the customer twice.
    </Notice>
  )
}

type ShortageProps = NonNullable<Limits['shortage']> & Pick<Limits, 'affordable' | 'left'>

/** Says why less can be refunded than is left. */
function Shortage({ affordable, left, funds, needed, keptFee }: ShortageProps) {
  return (
    <Notice
      kind="warning"
      title={
        affordable
          ? `You can refund up to ${formatMoney(affordable)} now`
          : 'Your wallet doesn’t cover a refund now'
      }
    >
      Refunding the remaining {formatMoney(left)} takes {formatMoney(needed)} from your wallet, which has{' '}
      {formatMoney(funds)}.
      {keptFee && ` You paid the fee of ${formatMoney(keptFee)}, and a refund doesn’t return it.`}
      {affordable ? ' You can refund the rest' : ' You can refund'} once your wallet has more.
    </Notice>
  )
}

type RefundSums = {
  customer: MoneyValue
  wallet: MoneyValue
  fee: { term: string; value: MoneyValue } | null
}

/** The sums of a refund: to the customer, from the wallet, and of the fee, as the service will compute them. */
function sumsOf(amount: string, { shares, before, stepMinor, exponent, money }: Limits): RefundSums | null {
  const decimal = parsePlainDecimal(amount)
  const wantedMinor = decimal && toMinor(decimal, exponent)
  if (wantedMinor === null) return null
  const { amountMinor, baseMinor } = refundShares(wantedMinor, shares, before, stepMinor)
  const feeMinor = shares.paidMinor - shares.vendorMinor
  const fee = shares.returnsFee
    ? {
        term: shares.vendorPaysFee ? 'Fee returned to you' : 'Fee returned to the customer',
        minor: amountMinor - baseMinor,
      }
    : { term: 'Fee not returned', minor: feeMinor }
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
