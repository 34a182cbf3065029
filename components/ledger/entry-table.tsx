import type { EntryRow } from '@/lib/wallet/present-entry'
import { buttonStyle } from '../ui/button'
import { Link } from '../ui/link'
import { Money } from '../ui/money'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'

/** Ledger entries: source, destination and reason. */
export function EntryTable({ entries }: { entries: EntryRow[] }) {
  return (
    <Table label="Ledger entries">
      <TableHead>
        <HeadCell>From → to</HeadCell>
        <HeadCell className="hidden sm:table-cell">Reason</HeadCell>
        <HeadCell className="hidden md:table-cell">Time</HeadCell>
        <HeadCell className="text-right">Amount</HeadCell>
      </TableHead>
      <tbody>
        {entries.map(({ id, source, destination, reason, at, amount }) => (
          <Row key={id}>
            <Cell>
              {source}{' '}
              <span className="whitespace-nowrap">
                <span aria-hidden className="text-muted-foreground">
                  →{' '}
                </span>
                <span className="sr-only">to </span>
                {destination}
              </span>
              <span className="block text-[0.8125rem] text-muted-foreground sm:hidden">{reason}</span>
            </Cell>
            <Cell className="hidden sm:table-cell">{reason}</Cell>
            <Cell className="hidden md:table-cell">
              <Timestamp at={at} />
            </Cell>
            <Cell className="text-right">
              <Money value={amount} className="font-medium" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** To the page that proves these entries to an auditor. */
export function ProofLink({ href }: { href: string }) {
  return (
    <Link href={href} className={buttonStyle({ variant: 'secondary', size: 'small' })}>
      Proof
    </Link>
  )
}
