import { Landmark, ReceiptText } from 'lucide-react'
import type { BankAccountRow, CustomerView } from '@/lib/api/dashboard/read-customer'
import type { Mode } from '@/lib/auth/mode'
import { InvoiceTable } from '../invoices/invoice-table'
import { Badge } from '../ui/badge'
import { Card, CardHeader } from '../ui/card'
import { CopyButton } from '../ui/copy-button'
import { Description, DescriptionList } from '../ui/description-list'
import { EmptyState } from '../ui/empty-state'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'

/** `mode` is the dashboard's: a link from the API may lead to a customer of the other one. */
export function CustomerDetails({
  customer,
  mode,
  isBanned,
}: {
  customer: CustomerView
  mode: Mode
  isBanned: boolean
}) {
  return (
    <div className="space-y-6">
      <PageHeader
        title={customer.name}
        description={customer.email === customer.name ? undefined : customer.email}
        badge={<Badge tone={customer.mode === 'test' ? 'warning' : 'success'}>{customer.mode} mode</Badge>}
      />
      {customer.mode !== mode && (
        <Notice kind="info">
          This customer is in {customer.mode} mode, while the rest of the dashboard shows {mode} mode.
        </Notice>
      )}
      <Card aria-labelledby="details">
        <CardHeader id="details" title="Details" />
        <Details customer={customer} />
      </Card>
      <Card aria-labelledby="invoices" className="overflow-hidden">
        <CardHeader id="invoices" title="Invoices" />
        {customer.invoices.length > 0 ? (
          <InvoiceTable
            label="Invoices"
            invoices={customer.invoices}
            withCustomer={false}
            canMarkPaid={customer.mode === 'test' && !isBanned}
          />
        ) : (
          <EmptyState Icon={ReceiptText} title="No invoices yet">
            Invoices made for this customer appear here.
          </EmptyState>
        )}
      </Card>
      <Card aria-labelledby="bank-accounts" className="overflow-hidden">
        <CardHeader id="bank-accounts" title="Bank accounts" />
        {customer.bankAccounts.length > 0 ? (
          <BankAccountTable bankAccounts={customer.bankAccounts} />
        ) : (
          <EmptyState Icon={Landmark} title="No bank accounts yet">
            A bank account that is added through the API can be paid out to.
          </EmptyState>
        )}
      </Card>
    </div>
  )
}

function Details({ customer }: { customer: CustomerView }) {
  return (
    <DescriptionList>
      <Description term="E-mail">{customer.email}</Description>
      <Description term="Customer id">
        <span className="flex items-center gap-1">
          <span className="break-all font-mono text-[0.8125rem]">{customer.id}</span>
          <CopyButton text={customer.id} what="customer id" className="-my-1.5" />
        </span>
      </Description>
      {customer.group && <Description term="Group">{customer.group}</Description>}
      <Description term="Currency">{customer.preferredCurrency}</Description>
      {customer.address.length > 0 && (
        <Description term="Address">
          <address className="whitespace-pre-line not-italic">{customer.address.join('\n')}</address>
        </Description>
      )}
      <Description term="Created">
        <Timestamp at={customer.createdAt} />
      </Description>
    </DescriptionList>
  )
}

function BankAccountTable({ bankAccounts }: { bankAccounts: BankAccountRow[] }) {
  return (
    <Table label="Bank accounts">
      <TableHead>
        <HeadCell>Bank</HeadCell>
        <HeadCell>Account</HeadCell>
        <HeadCell className="hidden sm:table-cell">Routing number</HeadCell>
        <HeadCell className="hidden md:table-cell">Added</HeadCell>
      </TableHead>
      <tbody>
        {bankAccounts.map((account) => (
          <Row key={account.id}>
            <Cell className="max-w-40 sm:max-w-60">
              <span className="block truncate font-medium">{account.bankName}</span>
              <span className="block truncate text-[0.8125rem] text-muted-foreground">{account.holder}</span>
            </Cell>
            <Cell>
              <span className="tabular whitespace-nowrap font-mono text-[0.8125rem]">
                <span aria-hidden>•••• </span>
                <span className="sr-only">ending in </span>
                {account.last4}
              </span>
              <span className="block text-[0.8125rem] text-muted-foreground">{account.category}</span>
            </Cell>
            <Cell className="tabular hidden font-mono text-[0.8125rem] sm:table-cell">
              {account.routingNumber}
            </Cell>
            <Cell className="hidden md:table-cell">
              <Timestamp at={account.createdAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
