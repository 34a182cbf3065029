'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import type { NewPayoutView } from '@/lib/api/dashboard/read-new-payout'
import { newFormKey } from '@/lib/client/form-key'
import { type PayoutAnswer, sendPayout } from '@/lib/client/payouts'
import { useSingleFlight } from '@/lib/client/use-single-flight'
import { useUnsavedGuard } from '@/lib/client/use-unsaved-guard'
import { amountOf } from './check-amount'
import { NoBankAccounts } from './no-bank-accounts'
import { PayoutFields } from './payout-fields'
import { PayoutReview } from './payout-review'
import type { PayoutStage } from './payout-stages'

export type PayableView = NewPayoutView & { customer: NonNullable<NewPayoutView['customer']> }

type PayoutFormProps = { view: PayableView; onStage: (stage: PayoutStage) => void }

/**
 * A payout from its bank account to its outcome. All that is sent from here goes under one key, so that a
 * double click, or a repeat after a lost answer, pays once.
 */
export function PayoutForm({ view, onStage }: PayoutFormProps) {
  const { mode, customer } = view
  const [key, setKey] = useState(newFormKey)
  const [bankAccountId, setBankAccountId] = useState(customer.bankAccounts[0]?.id ?? '')
  const [amount, setAmount] = useState('')
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
    // What was in the focus is gone with the step before.
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
    }
    const result = await sendPayout(mode, key, order, answer?.kind === 'unknown')
    if (result.kind === 'made') {
      // It stays pending until the payout's own page is there.
      await client.invalidateQueries({ queryKey: [mode] })
      router.push(`/payouts/${result.id}`)
      return
    }
    setAnswer(result)
    setSending(false)
    // The button that was pressed goes away, unless it asks again.
    if (result.kind !== 'unknown') heading.current?.focus()
    // The balance may be another one than the form was opened with.
    if (result.kind !== 'unknown') router.refresh()
  })
  const change = () => {
    // Only a certain refusal leads back here: what is sent next is another payout.
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
          onBankAccount={setBankAccountId}
          onAmount={setAmount}
          onReview={() => setReview(true)}
        />
      )}
    </div>
  )
}
