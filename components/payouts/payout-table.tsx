import { MaskedNumber } from '@/components/customers/bank-account-name'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import type { PayoutRow } from '@/lib/payouts/queries'
import { PAYOUT_STATUSES } from '@/lib/payouts/status'

/** One customer's payouts. */
export function PayoutTable({ payouts }: { payouts: PayoutRow[] }) {
  return (
    <Table label="Payouts">
      <TableHead>
        <HeadCell>Bank account</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell className="hidden sm:table-cell">Created</HeadCell>
        <HeadCell className="text-right">Amount</HeadCell>
      </TableHead>
      <tbody>
        {payouts.map(({ id, bankName, last4, status, createdAt, amount }) => (
          <Row key={id}>
            <Cell className="w-full min-w-28 max-w-0 sm:w-auto sm:max-w-64">
              <Link href={`/payouts/${id}`} className="block truncate font-medium hover:underline">
                {bankName}
              </Link>
              <MaskedNumber last4={last4} />
            </Cell>
            <Cell>
              <PayoutStatusBadge status={status} />
            </Cell>
            <Cell className="hidden sm:table-cell">
              <Timestamp at={createdAt} />
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

export function PayoutStatusBadge({ status }: { status: PayoutRow['status'] }) {
  const { tone, displayStatus } = PAYOUT_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
}
