'use client'
import { useQuery } from '@tanstack/react-query'
import { BankAccountDetails } from '@/components/customers/bank-account-name'
import { EntryTable, ProofLink } from '@/components/ledger/entry-table'
import { RecordActions } from '@/components/shell/record-actions'
import { buttonStyle } from '@/components/ui/button'
import { Card, CardHeader, Description, DescriptionList, MetadataDescription } from '@/components/ui/card'
import { CopyableId } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { formatMoney } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { Timeline } from '@/components/ui/timeline'
import { Timestamp } from '@/components/ui/timestamp'
import type { PayoutView } from '@/lib/payouts/queries'
import { PayoutHeader } from './payout-header'
import { payoutQuery } from './payout-queries'
import { PayoutStatusBadge } from './payout-table'

type PayoutDetailsProps = { initial: PayoutView; isReadOnly: boolean }

export function PayoutDetails({ initial, isReadOnly }: PayoutDetailsProps) {
  const { data: payout } = useQuery({ ...payoutQuery(initial.mode, initial.id), initialData: initial })
  const { status, customer, failure } = payout
  const again = { text: 'New payout to this customer', href: `/payouts/new?customer=${customer.id}` }
  return (
    <div className="space-y-6">
      <RecordActions
        title={`Payout to ${customer.name}`}
        actions={[
          { text: 'Copy payout ID', copies: payout.id },
          { text: 'Open customer', href: `/customers/${customer.id}` },
          ...(isReadOnly ? [] : [again]),
        ]}
      />
      <PayoutHeader payout={payout} badge={<PayoutStatusBadge status={status} />} />
      {payout.waitsForFunds && (
        <Notice kind="warning" title="Waiting for funds">
          The payment provider doesn’t hold enough for this payout at the moment. It is sent by itself as soon
          as it does, and the amount stays on hold for it. Don’t request it again.
        </Notice>
      )}
      {status === 'PROCESSING' && !payout.waitsForFunds && (
        <Notice kind="info" title="Waiting for the outcome">
          The amount is on hold. Don’t send this payout again: we keep asking the provider until the outcome
          is certain, and show it here.
        </Notice>
      )}
      {failure && <PayoutFailure failure={failure} customerId={customer.id} canRetry={!isReadOnly} />}
      <div className="grid gap-6 lg:grid-cols-2">
        <Card aria-labelledby="details">
          <CardHeader id="details" title="Details" />
          <Details payout={payout} />
        </Card>
        <Card aria-labelledby="timeline" className="print:hidden">
          <CardHeader id="timeline" title="Timeline" />
          <Timeline steps={payout.steps} />
        </Card>
      </div>
      <Card aria-labelledby="entries" className="overflow-hidden print:hidden">
        <CardHeader
          id="entries"
          title="Ledger entries"
          description="Each movement of money. Entries are never changed; corrections are new entries."
          action={<ProofLink href={`/payouts/${payout.id}/proof`} />}
        />
        <EntryTable entries={payout.entries} />
      </Card>
    </div>
  )
}

function Details({ payout }: { payout: PayoutView }) {
  const { id, status, bankAccount, provider, rail, expectedOn, createdAt } = payout
  const { transferId, transferStatus, transferFees, series } = payout
  return (
    <DescriptionList>
      <Description term="Bank account">
        <BankAccountDetails account={bankAccount} />
      </Description>
      <Description term="Payout ID">
        <CopyableId id={id} what="payout ID" />
      </Description>
      <Description term="Provider">
        <span className="inline-block first-letter:uppercase">{provider}</span>
      </Description>
      {rail && <Description term="Bank network">{rail}</Description>}
      {expectedOn && (
        <Description term="Arrives by">
          <Timestamp at={expectedOn} />
        </Description>
      )}
      <Description term="Transfer ID">
        {transferId ? (
          <CopyableId id={transferId} what="transfer ID" />
        ) : status === 'PROCESSING' ? (
          'None yet'
        ) : (
          'None'
        )}
      </Description>
      {transferStatus && <Description term="Transfer status">{transferStatus}</Description>}
      {transferFees.length > 0 && (
        <Description term="Cost of the transfer">
          {transferFees.map((fee) => (fee ? formatMoney(fee) : 'Not known yet')).join(' and ')}
        </Description>
      )}
      <Description term="Requested">
        <Timestamp at={createdAt} />
      </Description>
      {series && (
        <Description term="Recurring payout">
          <Link href={`/payouts/recurring/${series.id}`} className="underline underline-offset-4">
            {series.schedule}
          </Link>
        </Description>
      )}
      <MetadataDescription pairs={payout.metadata} />
    </DescriptionList>
  )
}

type PayoutFailureProps = {
  failure: NonNullable<PayoutView['failure']>
  customerId: string
  canRetry: boolean
}

/** Why a payout failed or was returned, and what to do next. */
function PayoutFailure({ failure, customerId, canRetry }: PayoutFailureProps) {
  const { title, meaning, nextStep, code } = failure
  return (
    <Notice kind="danger" title={title}>
      <p>{meaning}</p>
      <p className="mt-1">{nextStep} The full amount is back in your wallet.</p>
      {code && <p className="mt-1 font-mono text-[0.8125rem]">{code}</p>}
      {canRetry && (
        <Link
          href={`/payouts/new?customer=${customerId}`}
          className={`${buttonStyle({ variant: 'secondary', size: 'small' })} mt-3`}
        >
          New payout to this customer
        </Link>
      )}
    </Notice>
  )
}
