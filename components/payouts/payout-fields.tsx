'use client'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { MaskedNumber } from '@/components/customers/bank-account-name'
import { useHydrated } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input, Radio } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { useDayFromToday, useZoneWords } from '@/components/ui/timestamp'
import { amountProblem, readingOf } from './payout-amount'
import type { PayableView } from './payout-form'

type PayoutFieldsProps = {
  view: PayableView
  bankAccountId: string
  amount: string
  /** The day to send it on, as a date input has it; empty: now. */
  day: string
  onBankAccount: (id: string) => void
  onAmount: (amount: string) => void
  onDay: (day: string) => void
  onReview: () => void
}

/** The payout's bank account, amount and day. */
export function PayoutFields(props: PayoutFieldsProps) {
  const { view, bankAccountId, amount, day, onBankAccount, onAmount, onDay, onReview } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [dayProblem, setDayProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const firstDay = useFirstDay()
  const zone = useZoneWords()
  const { isSelf } = view.customer
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = amountProblem(amount, view, day !== '')
    setProblem(problem)
    const isTooEarly = day !== '' && day < firstDay
    setDayProblem(isTooEarly ? 'Choose tomorrow or a later day' : null)
    if (problem) input.current?.focus()
    else if (!isTooEarly) onReview()
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-6">
      <Card aria-labelledby="account" className="overflow-hidden">
        <CardHeader
          id="account"
          title={isSelf ? 'To your own account' : `To ${view.customer.name}`}
          description={isSelf || view.customer.email === view.customer.name ? undefined : view.customer.email}
          action={
            !isSelf && (
              <Link href="/payouts/new" className="text-[0.8125rem] underline underline-offset-4">
                Change customer
              </Link>
            )
          }
        />
        <AccountChoice
          accounts={view.customer.bankAccounts}
          selection={bankAccountId}
          onChoose={onBankAccount}
        />
        <p className="border-t px-4 py-2.5 text-[0.8125rem] sm:px-5">
          <Link
            href={
              isSelf ? '/settings/withdrawals' : `/customers/${view.customer.id}/bank-accounts/new?payout`
            }
            className="underline underline-offset-4"
          >
            {isSelf ? 'Manage your bank accounts' : 'Add another bank account'}
          </Link>
        </p>
      </Card>
      <Card aria-labelledby="amount">
        <CardHeader
          id="amount"
          title="Amount"
          action={
            isSelf && (
              <Button
                type="button"
                variant="secondary"
                size="small"
                onClick={() => onAmount(view.available.amount)}
              >
                Everything available
              </Button>
            )
          }
        />
        <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
          <PayoutAmountField
            input={input}
            value={amount}
            onChange={(text) => {
              onAmount(text)
              setProblem(null)
            }}
            problem={problem}
          />
          <Bounds view={view} />
          <PayoutDayField
            value={day}
            onChange={(selection) => {
              onDay(selection)
              setDayProblem(null)
            }}
            hint={`Optional. Sent when this day begins in ${zone}, or at once without one.`}
            error={dayProblem}
          />
        </div>
      </Card>
      <Button type="submit" disabled={!isHydrated} className="w-full sm:w-auto">
        {isSelf ? 'Review withdrawal' : 'Review payout'}
      </Button>
    </form>
  )
}

type PayoutAmountFieldProps = {
  /** For the focus, if the amount has a problem. */
  input: RefObject<HTMLInputElement | null>
  value: string
  onChange: (text: string) => void
  problem: string | null
}

/** The amount of a payout. */
export function PayoutAmountField({ input, value, onChange, problem }: PayoutAmountFieldProps) {
  return (
    <Field label="Amount in USD" hint={readingOf(value)} error={problem ?? undefined}>
      {(control) => (
        <Input
          {...control}
          ref={input}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          inputMode="decimal"
          placeholder="0.00"
          autoComplete="off"
          maxLength={20}
          className="tabular text-right"
        />
      )}
    </Field>
  )
}

type PayoutDayFieldProps = {
  value: string
  onChange: (day: string) => void
  hint: string
  error?: string | null
}

/** The day to send a payout on. */
export function PayoutDayField({ value, onChange, hint, error }: PayoutDayFieldProps) {
  const firstDay = useFirstDay()
  return (
    <Field label="Send on" hint={hint} error={error ?? undefined}>
      {(control) => (
        <Input
          {...control}
          type="date"
          value={value}
          min={firstDay}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** The first day that a payout can be scheduled for: tomorrow in the vendor's time zone. */
export function useFirstDay(): string {
  return useDayFromToday()(1)
}

/** The customer's bank accounts, one of them chosen. */
export function AccountChoice({
  accounts,
  selection,
  onChoose,
}: {
  accounts: PayableView['customer']['bankAccounts']
  selection: string
  onChoose: (id: string) => void
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Bank account</legend>
      {accounts.map(({ id, bankName, holder, category, last4 }) => (
        <label
          key={id}
          className="flex cursor-pointer items-center gap-3 border-t px-4 py-3 hover:bg-muted sm:px-5"
        >
          <Radio name="bank_account" value={id} checked={id === selection} onChange={() => onChoose(id)} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{bankName}</span>
            <span className="block truncate text-[0.8125rem] text-muted-foreground">
              {holder}, {category}
            </span>
          </span>
          <MaskedNumber last4={last4} />
        </label>
      ))}
    </fieldset>
  )
}

function Bounds({ view: { available, held, limit, leftToday } }: { view: PayableView }) {
  const bounds = [
    { term: 'Available', value: available },
    { term: 'On hold for payouts', value: held },
    { term: 'Limit per payout', value: limit },
    { term: 'Remaining today', value: leftToday },
  ]
  return (
    <dl className="space-y-1 self-end text-[0.8125rem]">
      {bounds.map(({ term, value }) => (
        <div key={term} className="flex justify-between gap-3">
          <dt className="text-muted-foreground">{term}</dt>
          <dd>
            <Money value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
