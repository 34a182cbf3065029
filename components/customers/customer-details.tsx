import { ArrowUpRight, ReceiptText } from 'lucide-react'
import { InvoiceTable } from '@/components/invoices/invoice-table'
import { PayoutTable } from '@/components/payouts/payout-table'
import { RecordActions } from '@/components/shell/record-actions'
import { Badge, ModeBadge } from '@/components/ui/badge'
import { buttonStyle } from '@/components/ui/button'
import { Card, CardHeader, Description, DescriptionList, MetadataDescription } from '@/components/ui/card'
import { CopyableId, CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { isAboveZero, Money } from '@/components/ui/money'
import { EmptyState, Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Timeline } from '@/components/ui/timeline'
import { Timestamp } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import { TAX_TREATMENTS } from '@/lib/customers/customer-fields'
import type { CustomerView, TotalsView } from '@/lib/home/customer-overview'
import { LOCALE_NAMES } from '@/lib/i18n/locale'
import { dialledDigits } from '@/lib/i18n/phone'
import { ArchivedBankAccounts, BankAccountCard } from './bank-account-card'
import { CustomerMenu } from './customer-menu'

type CustomerDetailsProps = {
  customer: CustomerView
  /** The dashboard's mode: a link from the API may lead to a customer of the other one. */
  mode: Mode
  isReadOnly: boolean
  /** True if the reader may add bank accounts and pay out. */
  mayPay: boolean
}

export function CustomerDetails({ customer, mode, isReadOnly, mayPay }: CustomerDetailsProps) {
  const isHere = customer.mode === mode
  // The pages that these actions open use the dashboard's mode.
  const mayWrite = isHere && !isReadOnly
  const isActive = customer.archivedAt === null
  const canChange = mayWrite && isActive
  const canPay = isHere && mayPay && isActive
  const pages = [
    ...(canChange
      ? [{ text: 'New invoice for this customer', href: `/invoices/new?customer=${customer.id}` }]
      : []),
    ...(canChange && canPay
      ? [{ text: 'New payout to this customer', href: `/payouts/new?customer=${customer.id}` }]
      : []),
    ...(canChange ? [{ text: 'Edit customer', href: `/customers/${customer.id}/edit` }] : []),
  ]
  return (
    <div data-wide className="space-y-6">
      <RecordActions
        title={customer.name}
        actions={[...pages, { text: 'Copy email', copies: customer.email }]}
      />
      <div className="space-y-2">
        <BackLink href="/customers">Customers</BackLink>
        <PageHeader
          title={customer.name}
          description={customer.email === customer.name ? undefined : customer.email}
          badge={
            <>
              <ModeBadge mode={customer.mode} />
              {!isActive && <Badge>Archived</Badge>}
            </>
          }
          action={mayWrite && <Actions customer={customer} canPay={canPay} />}
        />
      </div>
      {!isHere && (
        <Notice kind="info">
          This customer is in {customer.mode} mode, but the dashboard is in {mode} mode. Switch to{' '}
          {customer.mode} mode to make changes.
        </Notice>
      )}
      {customer.archivedAt !== null && (
        <Notice kind="info">
          This customer was archived on <Timestamp at={customer.archivedAt} />. It takes no new invoices and
          payouts.
        </Notice>
      )}
      <CustomerTotals totals={customer.totals} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card aria-labelledby="details" className="xl:col-start-2">
          <CardHeader id="details" title="Details" />
          <Details customer={customer} />
        </Card>
        {/* Beside both of the other column's cards, so that neither stretches the other. */}
        <div className="min-w-0 space-y-6 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <Invoices customer={customer} canChange={canChange} />
          <BankAccountCard customer={customer} canChange={canPay} />
          {customer.archivedBankAccounts.length > 0 && (
            <ArchivedBankAccounts customer={customer} canChange={canPay} />
          )}
          <Payouts customer={customer} canChange={canPay} />
        </div>
        {customer.history.length > 0 && (
          <Card aria-labelledby="history" className="xl:col-start-2 print:hidden">
            <CardHeader id="history" title="History" />
            <Timeline steps={customer.history} />
          </Card>
        )}
      </div>
    </div>
  )
}

function Actions({ customer, canPay }: { customer: CustomerView; canPay: boolean }) {
  const { id } = customer
  if (customer.archivedAt !== null) return <CustomerMenu customer={customer} />
  return (
    <div className="flex flex-wrap gap-2">
      <CustomerMenu customer={customer} />
      <Link href={`/customers/${id}/edit`} className={buttonStyle({ variant: 'secondary' })}>
        Edit
      </Link>
      {canPay && (
        <Link href={`/payouts/new?customer=${id}`} className={buttonStyle({ variant: 'secondary' })}>
          New payout
        </Link>
      )}
      <Link href={`/invoices/new?customer=${id}`} className={buttonStyle()}>
        New invoice
      </Link>
    </div>
  )
}

function Details({ customer }: { customer: CustomerView }) {
  return (
    <DescriptionList>
      <Description term="Email">
        <span className="flex items-center gap-1">
          <span className="break-all">{customer.email}</span>
          <CopyButton text={customer.email} what="email" className="-my-1.5" />
        </span>
      </Description>
      {customer.fields.phone !== '' && (
        <Description term="Phone">
          <a
            href={`tel:${dialledDigits(customer.fields.phone)}`}
            className="tabular underline underline-offset-4"
          >
            {customer.fields.phone}
          </a>
        </Description>
      )}
      {customer.fields.copy_emails !== '' && (
        <Description term="Copies to">
          <span className="wrap-anywhere">{customer.fields.copy_emails}</span>
        </Description>
      )}
      <Description term="Customer ID">
        <CopyableId id={customer.id} what="customer ID" />
      </Description>
      {customer.externalId !== null && (
        <Description term="External ID">
          <span className="break-all">{customer.externalId}</span>
        </Description>
      )}
      {customer.group && (
        <Description term="Group">
          <Link
            href={`/customers?group=${encodeURIComponent(customer.group)}`}
            className="underline underline-offset-4"
          >
            {customer.group}
          </Link>
        </Description>
      )}
      <Description term="Currency">{customer.preferredCurrency}</Description>
      {customer.fields.language !== 'auto' && (
        <Description term="Language">
          <span lang={customer.fields.language}>{LOCALE_NAMES[customer.fields.language]}</span>
        </Description>
      )}
      {customer.address.length > 0 && (
        <Description term="Address">
          <address className="whitespace-pre-line not-italic">{customer.address.join('\n')}</address>
        </Description>
      )}
      {customer.fields.tax_id !== '' && (
        <Description term="Tax ID">
          <span className="break-all">{customer.fields.tax_id}</span>
        </Description>
      )}
      {customer.fields.tax_treatment !== 'taxed' && (
        <Description term="Tax">
          {TAX_TREATMENTS[customer.fields.tax_treatment]}
          {customer.fields.tax_exemption_reason && `: ${customer.fields.tax_exemption_reason}`}
        </Description>
      )}
      {customer.fields.buyer_reference !== '' && (
        <Description term="Buyer reference">
          <span className="break-all">{customer.fields.buyer_reference}</span>
        </Description>
      )}
      <Description term="Created">
        <Timestamp at={customer.createdAt} />
      </Description>
      <MetadataDescription pairs={customer.metadata} />
    </DescriptionList>
  )
}

type SectionProps = { customer: CustomerView; canChange: boolean }

function Invoices({ customer, canChange }: SectionProps) {
  const all = `/invoices?q=${encodeURIComponent(customer.email)}`
  return (
    <Card aria-labelledby="invoices" className="overflow-hidden">
      <CardHeader
        id="invoices"
        title="Invoices"
        action={customer.hasMoreInvoices && <ShowAll href={all} what="invoices" />}
      />
      {customer.invoices.length > 0 ? (
        <InvoiceTable
          label="Invoices"
          invoices={customer.invoices}
          canMarkPaid={customer.mode === 'test' && canChange}
        />
      ) : (
        <EmptyState
          Icon={ReceiptText}
          title="No invoices yet"
          action={
            canChange && (
              <Link
                href={`/invoices/new?customer=${customer.id}`}
                className={buttonStyle({ variant: 'secondary', size: 'small' })}
              >
                New invoice
              </Link>
            )
          }
        >
          Invoices for this customer appear here.
        </EmptyState>
      )}
    </Card>
  )
}

function Payouts({ customer, canChange }: SectionProps) {
  const { id, payouts, hasMorePayouts, bankAccounts } = customer
  return (
    <Card aria-labelledby="payouts" className="overflow-hidden">
      <CardHeader
        id="payouts"
        title="Payouts"
        action={hasMorePayouts && <ShowAll href={`/payouts?customer=${id}`} what="payouts" />}
      />
      {payouts.length > 0 ? (
        <PayoutTable payouts={payouts} />
      ) : (
        <EmptyState
          Icon={ArrowUpRight}
          title="No payouts yet"
          action={
            canChange &&
            bankAccounts.length > 0 && (
              <Link
                href={`/payouts/new?customer=${id}`}
                className={buttonStyle({ variant: 'secondary', size: 'small' })}
              >
                New payout
              </Link>
            )
          }
        >
          {bankAccounts.length > 0
            ? 'Payouts to this customer appear here.'
            : 'Add a bank account first. Payouts go there.'}
        </EmptyState>
      )}
    </Card>
  )
}

function ShowAll({ href, what }: { href: string; what: string }) {
  return (
    <Link href={href} className={buttonStyle({ variant: 'secondary', size: 'small' })}>
      Show all {what}
    </Link>
  )
}

const COLUMNS = [
  { key: 'gross', label: 'Paid, gross' },
  { key: 'net', label: 'Net of refunds and disputes' },
  { key: 'due', label: 'Balance due' },
  { key: 'overdue', label: 'Overdue' },
  { key: 'paidOut', label: 'Paid out' },
] as const

/** A customer’s payments, what refunds and disputes left of them, its debts and its payouts, per currency. */
function CustomerTotals({ totals }: { totals: TotalsView[] }) {
  return totals.map((total) => (
    <Card key={total.currency} aria-label={`Totals in ${total.currency}`} className="px-4 py-4 sm:px-5">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
        {COLUMNS.map(({ key, label }) => (
          <div key={key}>
            <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
            <dd className="mt-0.5 font-semibold text-base">
              <Money
                value={total[key]}
                className={key === 'overdue' && isAboveZero(total[key]) ? 'text-danger' : ''}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  ))
}
