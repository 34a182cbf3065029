import { Landmark } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { CustomerView } from '@/lib/home/customer-overview'
import { buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { CopyButton } from '../ui/copy-button'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'
import { RevealNumber } from './reveal-number'

type BankAccountCardProps = {
  customer: CustomerView
  /** True if the reader may add accounts and reveal numbers. */
  canChange: boolean
}

export function BankAccountCard({ customer, canChange }: BankAccountCardProps) {
  const { id, mode, bankAccounts } = customer
  const add = canChange && (
    <Link
      href={`/customers/${id}/bank-accounts/new`}
      className={buttonStyle({ variant: 'secondary', size: 'small' })}
    >
      Add bank account
    </Link>
  )
  return (
    <Card aria-labelledby="bank-accounts" className="overflow-hidden">
      <CardHeader id="bank-accounts" title="Bank accounts" action={bankAccounts.length > 0 && add} />
      {bankAccounts.length === 0 ? (
        <EmptyState Icon={Landmark} title="No bank accounts yet" action={add}>
          Payouts go to a customer’s bank account. Add one here or through the API.
        </EmptyState>
      ) : (
        <Table label="Bank accounts">
          <TableHead>
            <HeadCell>Bank</HeadCell>
            <HeadCell>Account</HeadCell>
            <HeadCell className="hidden sm:table-cell">Routing number</HeadCell>
            <HeadCell className="@2xl:table-cell hidden">Added</HeadCell>
            <HeadCell className="hidden sm:table-cell">
              <span className="sr-only">ID</span>
            </HeadCell>
          </TableHead>
          <tbody>
            {bankAccounts.map((account) => (
              <Row key={account.id}>
                <Cell className="max-w-32 sm:max-w-60">
                  <span className="block truncate font-medium">{account.bankName}</span>
                  <span className="block truncate text-[0.8125rem] text-muted-foreground">
                    {account.holder}
                  </span>
                </Cell>
                <Cell>
                  <RevealNumber
                    mode={mode}
                    id={account.id}
                    last4={account.last4}
                    holder={account.holder}
                    canReveal={canChange}
                  />
                  <span className="block text-[0.8125rem] text-muted-foreground">{account.category}</span>
                </Cell>
                <Cell className="tabular hidden font-mono text-[0.8125rem] sm:table-cell">
                  {account.routingNumber}
                </Cell>
                <Cell className="@2xl:table-cell hidden">
                  <Timestamp at={account.createdAt} />
                </Cell>
                <Cell className="hidden text-right sm:table-cell">
                  <CopyButton text={account.id} what={`ID of the account ending in ${account.last4}`} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}
