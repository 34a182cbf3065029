'use client'

import { useState } from 'react'
import { Description, DescriptionList } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { formatMoney } from '@/components/ui/money'
import type { BankAccountRow } from '@/lib/bank-accounts/bank-account'
import { BankAccountDetails } from '../customers/bank-account-name'
import { Button, buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { Money, type MoneyValue } from '../ui/money'
import { Notice } from '../ui/notice'
import { Timestamp, useZoneWords } from '../ui/timestamp'
import { NewAccountCheck } from './new-account-check'
import { takesTwo } from './payout-amount'
import type { PayableView } from './payout-form'
import type { PayoutAnswer } from './payout-queries'

type PayoutReviewProps = {
  view: PayableView
  bankAccount: BankAccountRow
  amount: MoneyValue
  /** The day to send it on; empty: now. */
  day: string
  answer: PayoutAnswer | null
  isSending: boolean
  onSend: () => void
  onChange: () => void
}

/** The confirmation before money moves, and the reason if it did not. */
export function PayoutReview(props: PayoutReviewProps) {
  const { view, bankAccount, amount, day, answer, isSending, onSend, onChange } = props
  const { isSelf } = view.customer
  const zone = useZoneWords()
  const isUnknown = answer?.kind === 'unknown'
  const [isChecked, setChecked] = useState(false)
  const needsCheck = bankAccount.needsConfirmation
  const needsApproval = takesTwo(amount.amount, view)
  const action = needsApproval
    ? 'Request approval'
    : `${day ? 'Schedule' : isSelf ? 'Withdraw' : 'Pay'} ${formatMoney(amount)}`
  return (
    <div className="space-y-6">
      {answer && !isSending && <Answer answer={answer} />}
      {!answer && needsApproval && (
        <Notice kind="info" title="A second person has to approve this payout">
          Payouts of {formatMoney(view.approvalFrom)} or more wait for another owner, admin or finance member
          of your team. Nothing is sent or on hold until then.
          {day && ' If it is approved after its day, it is sent at once.'}
        </Notice>
      )}
      <Card aria-labelledby="review">
        <CardHeader id="review" title={isSelf ? 'Review withdrawal' : 'Review payout'} />
        <DescriptionList>
          <Description term="Amount">
            <Money value={amount} className="font-semibold text-base" />
          </Description>
          <Description term="To">{view.customer.name}</Description>
          <Description term="Bank account">
            <BankAccountDetails account={bankAccount} />
          </Description>
          {day && (
            <Description term="Send on">
              <Timestamp at={day} />, when the day begins in {zone}
            </Description>
          )}
          <Description term="Available now">
            <Money value={view.available} />
          </Description>
        </DescriptionList>
      </Card>
      {!answer && needsCheck && (
        <NewAccountCheck bankAccount={bankAccount} isChecked={isChecked} onChange={setChecked} />
      )}
      <div className="flex flex-col gap-2 sm:flex-row">
        {answer?.kind !== 'refused' && answer?.kind !== 'not_made' && (
          <Button pending={isSending} onClick={onSend} disabled={!answer && needsCheck && !isChecked}>
            {isUnknown ? 'Check again' : action}
          </Button>
        )}
        {/* While the outcome is unknown, a new payout could pay twice. */}
        {!isUnknown && !isSending && (
          <Button variant="secondary" onClick={onChange}>
            {answer ? 'Edit and try again' : 'Back'}
          </Button>
        )}
        {isUnknown && !isSending && (
          <Link href="/payouts" className={buttonStyle({ variant: 'secondary' })}>
            View payouts
          </Link>
        )}
      </div>
    </div>
  )
}

function Answer({ answer }: { answer: PayoutAnswer }) {
  switch (answer.kind) {
    case 'refused':
      return (
        <Notice kind="danger" role="alert" title={answer.title}>
          <p>{answer.meaning}</p>
          <p className="mt-1">{answer.nextStep} The full amount is back in your wallet.</p>
          <Link href={`/payouts/${answer.id}`} className="mt-1 inline-block underline underline-offset-4">
            View failed payout
          </Link>
        </Notice>
      )
    case 'not_made':
      return (
        <Notice kind="danger" role="alert" title="Payout failed">
          <p>{answer.message}</p>
          {answer.nextStep && <p className="mt-1">{answer.nextStep}</p>}
        </Notice>
      )
    case 'unknown':
      return (
        <Notice kind="warning" role="alert" title="No response yet: the payout may have been made">
          {answer.refusal && <p className="mb-1">Response: {answer.refusal}</p>}
          <p>
            Don’t start another payout. “Check again” is safe: it finds the outcome and pays at most once. You
            can also look for it under Payouts.
          </p>
        </Notice>
      )
    default:
      return null
  }
}
