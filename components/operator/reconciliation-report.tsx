import type { PairView, ReconciliationView } from '@/lib/reconciliation/reconciliation-dashboard'
import { Card, CardHeader } from '../ui/card'
import { Money } from '../ui/money'
import { Notice } from '../ui/notice'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { PairList } from './pair-list'

const KINDS: Record<PairView['kind'], string> = {
  payment: 'Payments',
  refund: 'Refunds',
  dispute: 'Disputes',
  payout: 'Payouts',
}

/** One day: whether it matches, the totals of both sides, the differences and what is not settled yet. */
export function ReconciliationReport({ view }: { view: ReconciliationView }) {
  const { differences, differenceCount, inFlight, inFlightCount, unanswered } = view
  return (
    <>
      <Verdict view={view} />
      {unanswered.length > 0 && (
        <Notice kind="warning" title="Not everything was compared">
          <ul>
            {unanswered.map(({ provider, kind, reason }) => (
              <li key={`${provider} ${kind}`} className="break-words">
                {KINDS[kind]} at {provider}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Totals view={view} />
      {differences.length > 0 && (
        <PairList
          id="differences"
          title="Differences"
          description={limitNotice(differences.length, differenceCount)}
          pairs={differences}
        />
      )}
      {inFlight.length > 0 && (
        <PairList
          id="in-flight"
          title="Not settled yet"
          description={`There is nothing to compare until they are. ${limitNotice(inFlight.length, inFlightCount)}`}
          pairs={inFlight}
        />
      )}
    </>
  )
}

function limitNotice(visible: number, all: number): string {
  if (visible < all)
    return `Showing the first ${visible} of ${all}. Run the command ledger reconcile to see all.`
  return all === 1 ? '1 item.' : `${all} items.`
}

function Verdict({ view }: { view: ReconciliationView }) {
  const { differenceCount, unanswered, matched, markedByHand, isDayOver } = view
  const agrees =
    matched === 0 ? 'Nothing to compare.' : matched === 1 ? '1 item agrees.' : `${matched} items agree.`
  const byHand =
    markedByHand === 0
      ? ''
      : markedByHand === 1
        ? ' 1 payment was marked as paid by hand, so no provider has a record of it.'
        : ` ${markedByHand} payments were marked as paid by hand, so no provider has a record of them.`
  const open = isDayOver ? '' : ' The day is not over. Check again tomorrow.'
  const words = `${agrees}${byHand}${open}`
  if (differenceCount > 0) {
    const title = differenceCount === 1 ? '1 difference' : `${differenceCount} differences`
    return (
      <Notice kind="danger" title={title} role="alert">
        {words}
      </Notice>
    )
  }
  return (
    <Notice
      kind={unanswered.length > 0 ? 'info' : 'success'}
      title={unanswered.length > 0 ? 'No difference in what was compared' : 'Both sides agree'}
      role="status"
    >
      {words}
    </Notice>
  )
}

function Totals({ view }: { view: ReconciliationView }) {
  return (
    <Card aria-labelledby="totals" className="overflow-hidden">
      <CardHeader id="totals" title="Totals" description="Settled amounts on both sides" />
      {view.totals.length === 0 ? (
        <p className="px-4 pb-4 text-muted-foreground sm:px-5">
          No money moved through a provider on that day
        </p>
      ) : (
        <Table label="Totals">
          <TableHead>
            <HeadCell>Kind</HeadCell>
            <HeadCell className="text-right">Provider</HeadCell>
            <HeadCell className="text-right">Ledger</HeadCell>
          </TableHead>
          <tbody>
            {view.totals.map(({ kind, currency, theirs, theirCount, ours, ourCount }) => (
              <Row key={`${kind} ${currency}`}>
                <Cell>
                  {KINDS[kind]} <span className="text-muted-foreground">{currency}</span>
                </Cell>
                <Cell className="text-right">
                  <Money value={theirs} />
                  <Count count={theirCount} />
                </Cell>
                <Cell className="text-right">
                  <Money
                    value={ours}
                    {...(ours.amount === theirs.amount ? {} : { className: 'font-semibold text-danger' })}
                  />
                  <Count count={ourCount} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span className="tabular block text-muted-foreground text-xs">
      {count === 1 ? '1 item' : `${count} items`}
    </span>
  )
}
