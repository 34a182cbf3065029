'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Check, Landmark } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { newFormKey, useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { buttonStyle } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { NewPayoutView } from '@/lib/payouts/payout-form-data'
import { CustomerPicker } from './customer-picker'
import { amountOf } from './payout-amount'
import { PayoutFields } from './payout-fields'
import { confirmBankAccount, type PayoutAnswer, sendPayout } from './payout-queries'
import { PayoutReview } from './payout-review'

/** Customer, bank account, amount, review. The customer is in the URL, the rest in the form. */
export function NewPayout({ view }: { view: NewPayoutView }) {
  const { customer } = view
  const [stage, setStage] = useState<PayoutStage>(customer ? 'account' : 'customer')
  return (
    <div data-narrow className="space-y-6">
      {!customer?.isSelf && <PayoutStages current={stage} />}
      {customer ? (
        <PayoutForm view={{ ...view, customer }} onStage={setStage} />
      ) : (
        <CustomerPicker mode={view.mode} />
      )}
    </div>
  )
}

export type PayoutStage = 'customer' | 'account' | 'review'

const STAGES: { key: PayoutStage; label: string }[] = [
  { key: 'customer', label: 'Customer' },
  { key: 'account', label: 'Account and amount' },
  { key: 'review', label: 'Review' },
]

/** The steps of the form, with the current one marked. */
function PayoutStages({ current }: { current: PayoutStage }) {
  const position = STAGES.findIndex(({ key }) => key === current)
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem]">
      {STAGES.map(({ key, label }, index) => (
        <li
          key={key}
          aria-current={key === current ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-1.5',
            index > position ? 'text-muted-foreground' : 'font-medium',
          )}
        >
          <span
            aria-hidden
            className={classNames(
              'tabular flex size-5 items-center justify-center rounded-full text-xs',
              index === position && 'bg-accent text-accent-foreground',
              index < position && 'bg-success-soft text-success',
              index > position && 'bg-muted',
            )}
          >
            {index < position ? <Check className="size-3" /> : index + 1}
          </span>
          {label}
        </li>
      ))}
    </ol>
  )
}

export type PayableView = NewPayoutView & { customer: NonNullable<NewPayoutView['customer']> }

type PayoutFormProps = { view: PayableView; onStage: (stage: PayoutStage) => void }

/**
 * A payout from bank account to outcome. Every submission uses one key, so that a double click, or a retry
 * after a lost answer, pays once.
 */
function PayoutForm({ view, onStage }: PayoutFormProps) {
  const { mode, customer } = view
  const [key, setKey] = useState(newFormKey)
  const [bankAccountId, setBankAccountId] = useState(customer.bankAccounts[0]?.id ?? '')
  const [amount, setAmount] = useState('')
  const [day, setDay] = useState('')
  const [isReview, setReview] = useState(false)
  const [isSending, setSending] = useState(false)
  const [answer, setAnswer] = useState<PayoutAnswer | null>(null)
  const router = useRouter()
  const client = useQueryClient()
  const heading = useRef<HTMLDivElement>(null)
  useUnsavedGuard(isSending || (amount !== '' && answer?.kind !== 'refused'))

  useEffect(() => onStage(isReview ? 'review' : 'account'), [isReview, onStage])
  const wasReview = useRef(isReview)
  useEffect(() => {
    // The focused element disappeared with the previous step.
    if (wasReview.current !== isReview) heading.current?.focus()
    wasReview.current = isReview
  }, [isReview])

  const bankAccount = customer.bankAccounts.find(({ id }) => id === bankAccountId)
  const send = useSingleFlight(async () => {
    setSending(true)
    const order = {
      customer_id: customer.id,
      bank_account_id: bankAccountId,
      amount: amountOf(amount).amount,
      ...(day ? { day } : {}),
    }
    const isRepeat = answer?.kind === 'unknown'
    const unconfirmed =
      bankAccount?.needsConfirmation && !isRepeat ? await confirmBankAccount(mode, order) : null
    const result = unconfirmed ?? (await sendPayout(mode, key, order, isRepeat))
    if (result.kind === 'made' || result.kind === 'waiting') {
      // Stays pending until the payout's page is shown.
      await client.invalidateQueries({ queryKey: [mode] })
      const page = result.kind === 'made' ? `/payouts/${result.id}` : `/payouts/approvals/${result.id}`
      router.push(day ? '/payouts/scheduled' : page)
      return
    }
    setAnswer(result)
    setSending(false)
    // The submit button disappears unless the outcome is unknown and can be asked for again.
    if (result.kind !== 'unknown') heading.current?.focus()
    // The balance may have changed since the form was opened.
    if (result.kind !== 'unknown') router.refresh()
  })
  const change = () => {
    // Only a definite refusal leads back here, so the next submission is a different payout.
    if (answer?.kind === 'refused') setKey(newFormKey())
    setAnswer(null)
    setReview(false)
  }

  if (!bankAccount) return <NoBankAccounts customer={customer} />
  return (
    <div ref={heading} tabIndex={-1} className="outline-none">
      {isReview ? (
        <PayoutReview
          view={view}
          bankAccount={bankAccount}
          amount={amountOf(amount)}
          day={day}
          answer={answer}
          isSending={isSending}
          onSend={send}
          onChange={change}
        />
      ) : (
        <PayoutFields
          view={view}
          bankAccountId={bankAccountId}
          amount={amount}
          day={day}
          onBankAccount={setBankAccountId}
          onAmount={setAmount}
          onDay={setDay}
          onReview={() => setReview(true)}
        />
      )}
    </div>
  )
}

/** A customer without a bank account can't be paid out to. */
export function NoBankAccounts({ customer }: { customer: { id: string; name: string } }) {
  return (
    <Card aria-label="Bank account">
      <EmptyState
        Icon={Landmark}
        title={`${customer.name} has no bank account yet`}
        action={
          <Link href={`/customers/${customer.id}/bank-accounts/new?payout`} className={buttonStyle()}>
            Add a bank account
          </Link>
        }
      >
        Add the account to pay out to. You return here afterwards.
      </EmptyState>
    </Card>
  )
}
