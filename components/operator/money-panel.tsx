'use client'

import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { failureMessage } from '@/components/browser/request'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader, Description, DescriptionList } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { EmptyState, Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import type { MoneyView } from '@/lib/operator/money-dashboard'
import { FundingForm } from './funding-form'
import { operatorMoneyQuery } from './operator-queries'

/** The live providers' balances, who owns that money, and the operator's own movements. */
export function MoneyPanel() {
  const { data: money, error, isFetching, refetch } = useQuery(operatorMoneyQuery)
  return (
    <div className="space-y-6">
      <PageHeader
        title="Money"
        description="What each live provider holds, by our books and by its own figures, and whose money it is."
        action={
          <Button variant="secondary" pending={isFetching} onClick={() => refetch()}>
            Refresh
          </Button>
        }
      />
      {error && (
        <Notice kind="danger" title="The balances couldn’t be read" role="alert">
          {failureMessage(error)}
        </Notice>
      )}
      {money ? <Report money={money} /> : !error && <Skeleton className="h-64" />}
    </div>
  )
}

function Report({ money }: { money: MoneyView }) {
  const { providers, shortfalls, owners, debtors, places, movements, fundingPlaces, choices } = money
  if (providers.length === 0) {
    return (
      <Card aria-label="Balances">
        <EmptyState Icon={Landmark} title="No live provider">
          Live mode isn’t set up, so nobody holds real money. Test mode has none.
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      {shortfalls?.map(({ promised, held, missing }) => (
        <Notice key={missing.currency} kind="danger" title="Wallets promise more than the providers hold">
          <Money value={promised} /> promised, <Money value={held} /> held: <Money value={missing} /> missing.
          Move money to the provider that pays out, and record it below.
        </Notice>
      ))}
      {providers.map((provider) => (
        <ProviderCard key={provider.provider} provider={provider} />
      ))}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {owners.map((owner) => (
          <OwnersCard key={owner.currency} owner={owner} />
        ))}
        {debtors.length > 0 && (
          <Card aria-labelledby="debtors">
            <CardHeader
              id="debtors"
              title="Who owes you"
              description="After refunds and disputes; their next payments settle it first"
            />
            <DescriptionList>
              {debtors.map(({ vendorId, name, owed }) => (
                <Description key={vendorId + owed.currency} term={name}>
                  <Link href={`/operator/vendors/${vendorId}`} className="underline underline-offset-4">
                    <Money value={owed} />
                  </Link>
                </Description>
              ))}
            </DescriptionList>
          </Card>
        )}
        {places.length > 0 && (
          <Card aria-labelledby="places">
            <CardHeader
              id="places"
              title="Your own"
              description="Counted from the first movement on, so it can be below zero"
            />
            <DescriptionList>
              {places.map(({ title, amount }) => (
                <Description key={title + amount.currency} term={title}>
                  <Money value={amount} />
                </Description>
              ))}
            </DescriptionList>
          </Card>
        )}
      </div>
      <ChoicesCard choices={choices} />
      <FundingForm places={fundingPlaces} />
      {movements.length > 0 && <MovementsCard movements={movements} />}
    </>
  )
}

const LINES: Record<MoneyView['providers'][number]['currencies'][number]['lines'][number]['line'], string> = {
  payments: 'Payments',
  second_payments: 'Second payments on their way back',
  fees: 'The provider’s fees',
  refunds: 'Refunds',
  disputes: 'Disputes',
  dispute_fees: 'Dispute fees',
  payouts: 'Payouts delivered',
  payouts_on_their_way: 'Payouts on their way',
  transfer_fees: 'Transfer fees',
  movements: 'To and from your bank, and other providers',
}

function ProviderCard({
  provider: { provider, title, problem, currencies },
}: {
  provider: MoneyView['providers'][number]
}) {
  return (
    <Card aria-labelledby={provider} className="overflow-hidden">
      <CardHeader id={provider} title={title} />
      {problem && (
        <Notice kind="warning" className="mx-4 mb-4 sm:mx-5" title="Its balance couldn’t be read">
          {problem}
        </Notice>
      )}
      {currencies.length === 0 ? (
        <p className="px-4 pb-4 text-muted-foreground sm:px-5">Nothing moved yet</p>
      ) : (
        <Table label={title}>
          <TableHead>
            <HeadCell>Line</HeadCell>
            <HeadCell className="text-right">Amount</HeadCell>
          </TableHead>
          {currencies.map(({ currency, lines, booked, available, pending, difference, isEven }) => (
            <tbody key={currency}>
              {lines.map(({ line, amount }) => (
                <Row key={line}>
                  <Cell>{LINES[line]}</Cell>
                  <Cell className="text-right">
                    <Money value={amount} />
                  </Cell>
                </Row>
              ))}
              <Row className="font-medium">
                <Cell>By our books</Cell>
                <Cell className="text-right">
                  <Money value={booked} />
                </Cell>
              </Row>
              {available && pending && (
                <>
                  <Row>
                    <Cell>Available, says the provider</Cell>
                    <Cell className="text-right">
                      <Money value={available} />
                    </Cell>
                  </Row>
                  <Row>
                    <Cell>Pending, says the provider</Cell>
                    <Cell className="text-right">
                      <Money value={pending} />
                    </Cell>
                  </Row>
                </>
              )}
              {difference && (
                <Row className="font-medium">
                  <Cell>
                    <span className="flex flex-wrap items-center gap-2">
                      Difference{' '}
                      {isEven ? (
                        <Badge tone="success">None</Badge>
                      ) : (
                        <Badge tone="warning">Not explained</Badge>
                      )}
                    </span>
                  </Cell>
                  <Cell className="text-right">
                    <Money value={difference} />
                  </Cell>
                </Row>
              )}
            </tbody>
          ))}
        </Table>
      )}
    </Card>
  )
}

function OwnersCard({ owner }: { owner: MoneyView['owners'][number] }) {
  const id = `owners-${owner.currency}`
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={`Whose it is, in ${owner.currency}`} />
      <DescriptionList>
        <Description term="Vendors, available">
          <Money value={owner.available} />
        </Description>
        <Description term="Vendors, on hold">
          <Money value={owner.pending} />
        </Description>
        <Description term="Payouts not sent yet">
          <Money value={owner.waiting} />
        </Description>
        <Description term="Owed by vendors">
          <Money value={owner.owed} />
        </Description>
        <Description term="Your fees">
          <Money value={owner.earned} />
        </Description>
        <Description term="Providers’ fees">
          <Money value={owner.cost} />
        </Description>
      </DescriptionList>
    </Card>
  )
}

const CHOICES = { payments: 'Payments', payouts: 'Payouts' } as const

/** By which rules a provider is chosen, in their order. */
function ChoicesCard({ choices }: Pick<MoneyView, 'choices'>) {
  return (
    <Card aria-labelledby="choices">
      <CardHeader
        id="choices"
        title="Who takes payments and makes payouts"
        description="The first rule that applies decides. Set them with PAYMENT_RULES and PAYOUT_RULES."
      />
      <DescriptionList>
        {(['payments', 'payouts'] as const).map((kind) => (
          <Description key={kind} term={CHOICES[kind]}>
            <ol>
              {choices
                .filter((choice) => choice.kind === kind)
                .map(({ title, when }) => (
                  <li key={title + when}>
                    {title} <span className="text-muted-foreground">{when}</span>
                  </li>
                ))}
            </ol>
          </Description>
        ))}
      </DescriptionList>
    </Card>
  )
}

const REASONS: Record<string, string> = {
  'payout.sent': 'Payout to the bank',
  'payout.arrived': 'Arrived',
  'payout.failed': 'Payout to the bank failed',
  'funding.recorded': 'Recorded by an operator',
  'funding.reversed': 'Taken back by an operator',
}

function MovementsCard({ movements }: Pick<MoneyView, 'movements'>) {
  return (
    <Card aria-labelledby="movements" className="overflow-hidden">
      <CardHeader
        id="movements"
        title="Your latest movements"
        description="To take a recorded one back: npm run --silent admin -- money undo --id ID"
      />
      <Table label="Your latest movements">
        <TableHead>
          <HeadCell>Movement</HeadCell>
          <HeadCell className="max-sm:hidden">From and to</HeadCell>
          <HeadCell className="text-right">Amount</HeadCell>
          <HeadCell className="text-right max-sm:hidden">Time</HeadCell>
        </TableHead>
        <tbody>
          {movements.map(({ id, reason, source, destination, amount, note, createdAt }) => (
            <Row key={id}>
              <Cell>
                {REASONS[reason] ?? reason}
                <span className="block text-muted-foreground sm:hidden">
                  {source} → {destination}, <Timestamp at={createdAt} />
                </span>
                {note && <span className="block text-muted-foreground wrap-anywhere">{note}</span>}
                {reason === 'funding.recorded' && (
                  <span className="block font-mono text-[0.8125rem] text-muted-foreground">{id}</span>
                )}
              </Cell>
              <Cell className="whitespace-nowrap max-sm:hidden">
                {source} → {destination}
              </Cell>
              <Cell className="text-right">
                <Money value={amount} />
              </Cell>
              <Cell className="whitespace-nowrap text-right max-sm:hidden">
                <Timestamp at={createdAt} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
