import { Landmark } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { BankAccountRow } from '@/lib/bank-accounts/bank-account'
import type { CustomerView } from '@/lib/home/customer-overview'
import { Badge } from '../ui/badge'
import { buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { CopyButton } from '../ui/copy-button'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'
import { BankAccountMenu } from './bank-account-menu'
import { RequestBankDetails } from './request-bank-details'
import { RevealNumber } from './reveal-number'

type BankAccountCardProps = {
  customer: CustomerView
  /** True if the reader may add accounts and reveal numbers. */
  canChange: boolean
}

export function BankAccountCard({ customer, canChange }: BankAccountCardProps) {
  const { id, bankAccounts } = customer
  const add = canChange && (
    <div className="flex flex-wrap gap-2">
      <RequestBankDetails customer={customer} />
      <Link
        href={`/customers/${id}/bank-accounts/new`}
        className={buttonStyle({ variant: 'secondary', size: 'small' })}
      >
        Add bank account
      </Link>
    </div>
  )
  return (
    <Card aria-labelledby="bank-accounts" className="overflow-hidden">
      <CardHeader id="bank-accounts" title="Bank accounts" action={bankAccounts.length > 0 && add} />
      {bankAccounts.length === 0 ? (
        <EmptyState Icon={Landmark} title="No bank accounts yet" action={add}>
          Payouts go to a customer’s bank account. Add one here or through the API.
        </EmptyState>
      ) : (
        <BankAccounts label="Bank accounts" customer={customer} rows={bankAccounts} canChange={canChange} />
      )}
    </Card>
  )
}

/** Those that take no payouts any more. */
export function ArchivedBankAccounts({ customer, canChange }: BankAccountCardProps) {
  return (
    <Card aria-labelledby="archived-bank-accounts" className="overflow-hidden">
      <CardHeader id="archived-bank-accounts" title="Archived bank accounts" />
      <BankAccounts
        label="Archived bank accounts"
        customer={customer}
        rows={customer.archivedBankAccounts}
        canChange={canChange}
        isArchived
      />
    </Card>
  )
}

type BankAccountsProps = BankAccountCardProps & {
  label: string
  rows: BankAccountRow[]
  isArchived?: boolean
}

function BankAccounts({ label, customer, rows, canChange, isArchived = false }: BankAccountsProps) {
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>Bank</HeadCell>
        <HeadCell>Account</HeadCell>
        <HeadCell className="hidden sm:table-cell">Routing number</HeadCell>
        <HeadCell className="@2xl:table-cell hidden">Added</HeadCell>
        <HeadCell className="hidden sm:table-cell">
          <span className="sr-only">ID</span>
        </HeadCell>
        {canChange && (
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        )}
      </TableHead>
      <tbody>
        {rows.map((account) => (
          <Row key={account.id}>
            <Cell className="max-w-32 sm:max-w-60">
              <span className="block truncate font-medium">{account.bankName}</span>
              {account.needsConfirmation && !isArchived && <Badge tone="warning">Unconfirmed</Badge>}
              <span className="block truncate text-[0.8125rem] text-muted-foreground">{account.holder}</span>
            </Cell>
            <Cell>
              <RevealNumber
                mode={customer.mode}
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
            {canChange && (
              <Cell className="w-10 text-right">
                <BankAccountMenu customer={customer} bankAccount={account} isArchived={isArchived} />
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
