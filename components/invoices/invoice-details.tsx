'use client'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, FileCode, FileText } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { EntryTable, ProofLink } from '@/components/ledger/entry-table'
import { DisputeNotice } from '@/components/payments/dispute-notice'
import { ModeBadge } from '@/components/ui/badge'
import { Button, buttonStyle } from '@/components/ui/button'
import { Card, CardHeader, Description, DescriptionList, MetadataDescription } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { CopyableId, CopyButton } from '@/components/ui/copy-button'
import { lateDialog } from '@/components/ui/late-dialog'
import { Link } from '@/components/ui/link'
import { formatMoney, Money, type MoneyValue } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timeline } from '@/components/ui/timeline'
import { Timestamp } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import { copiesText } from '@/lib/customers/copy-emails'
import type { InvoiceView } from '@/lib/payments/queries'
import { InvoiceEvents } from './invoice-events'
import { InvoiceMenu } from './invoice-menu'
import { invoiceQuery } from './invoice-queries'
import { InvoiceStatusBadge } from './invoice-table'
import { RecordedPayments } from './recorded-payments'

const EInvoiceDialog = lateDialog(() => import('./e-invoice-dialog').then((module) => module.EInvoiceDialog))

/** `mode` is the dashboard's: a link may lead to an invoice of the other mode. */
type InvoiceDetailsProps = {
  initial: InvoiceView
  mode: Mode
  isReadOnly: boolean
  mayRefund: boolean
}

export function InvoiceDetails({ initial, mode, isReadOnly, mayRefund }: InvoiceDetailsProps) {
  const { data: invoice } = useQuery({ ...invoiceQuery(initial.mode, initial.id), initialData: initial })
  const isPaid = invoice.status === 'PAID'
  const isVoided = invoice.status === 'VOIDED'
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices">Invoices</BackLink>
        <PageHeader
          title={formatMoney(invoice.total)}
          description={
            <>
              Invoice <span className="tabular whitespace-nowrap">{invoice.number}</span> for{' '}
              <Link href={`/customers/${invoice.customerId}`} className="underline underline-offset-4">
                {invoice.customerName}
              </Link>
            </>
          }
          badge={
            <>
              <span role="status" className="inline-flex">
                <InvoiceStatusBadge invoice={invoice} />
              </span>
              <ModeBadge mode={invoice.mode} />
            </>
          }
          action={
            <div className="flex flex-wrap items-center gap-2">
              {isPaid ? (
                <PdfLink invoice={invoice} kind="receipt" isMain />
              ) : isVoided ? null : (
                <CopyButton
                  text={invoice.paymentLink}
                  what="payment link"
                  withLabel="Copy payment link"
                  variant="primary"
                />
              )}
              <InvoiceMenu invoice={invoice} mayWrite={!isReadOnly} mayRefund={mayRefund} />
            </div>
          }
        />
      </div>
      {invoice.mode !== mode && (
        <Notice kind="info">
          This invoice is in {invoice.mode} mode, but the dashboard is in {mode} mode.
        </Notice>
      )}
      {invoice.openDisputes.map((dispute) => (
        <DisputeNotice key={dispute.id} dispute={dispute} />
      ))}
      <InvoiceLines invoice={invoice} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <Card aria-labelledby="details">
            <CardHeader id="details" title="Details" />
            <Details invoice={invoice} />
          </Card>
          {invoice.outsidePayments.length > 0 && (
            <RecordedPayments invoice={invoice} mayWrite={!isReadOnly} />
          )}
          {isPaid && <PaymentLinkCard link={invoice.paymentLink} isPaid className="print:hidden" />}
        </div>
        <div className="space-y-6">
          {/* The next step of an unpaid invoice, its link, stands above the timeline; that of a paid one below its
              details. */}
          {!isPaid && !isVoided && <PaymentLinkCard link={invoice.paymentLink} isPaid={false} />}
          <Card aria-labelledby="timeline" className="print:hidden">
            <CardHeader id="timeline" title="Timeline" />
            <Timeline steps={invoice.timeline} />
          </Card>
        </div>
      </div>
      <InvoiceEvents events={invoice.events} webhookUrl={invoice.webhookUrl} />
      {invoice.entries.length > 0 && (
        <Card aria-labelledby="entries" className="overflow-hidden print:hidden">
          <CardHeader
            id="entries"
            title="Ledger entries"
            description="The money this payment moved. Entries are never changed."
            action={<ProofLink href={`/invoices/${invoice.id}/proof`} />}
          />
          <EntryTable entries={invoice.entries} />
        </Card>
      )}
    </div>
  )
}

function Details({ invoice }: { invoice: InvoiceView }) {
  return (
    <DescriptionList>
      <Description term="Due">
        <Timestamp at={invoice.dueDate} />
      </Description>
      <Description term="Created">
        <Timestamp at={invoice.createdAt} />
      </Description>
      {invoice.paidAt && (
        <Description term="Paid">
          <Timestamp at={invoice.paidAt} />
        </Description>
      )}
      <Description term="Email">{invoice.email}</Description>
      {invoice.copyEmails.length > 0 && (
        <Description term="Copies to">
          <span className="wrap-anywhere">{copiesText(invoice.copyEmails)}</span>
        </Description>
      )}
      {invoice.untaxed && <Description term="Tax">{invoice.untaxed}</Description>}
      {invoice.billingAddress && (
        <Description term="Billing address">
          <span className="whitespace-pre-line">{invoice.billingAddress}</span>
        </Description>
      )}
      {invoice.notes && (
        <Description term="Notes">
          <span className="whitespace-pre-line">{invoice.notes}</span>
        </Description>
      )}
      {invoice.recurring && (
        <Description term="Recurring invoice">
          <Link href={`/invoices/recurring/${invoice.recurring.id}`} className="underline underline-offset-4">
            {invoice.recurring.schedule}
          </Link>
        </Description>
      )}
      {invoice.reference && <Description term="Reference">{invoice.reference}</Description>}
      <Description term="Invoice ID">
        <CopyableId id={invoice.id} what="invoice ID" />
      </Description>
      {invoice.receipt && (
        <>
          {invoice.receipt.paidWith && (
            <Description term="Payment method">
              <span className="tabular">{invoice.receipt.paidWith}</span>
            </Description>
          )}
          <Description term="Receipt number">{invoice.receipt.number}</Description>
        </>
      )}
      {invoice.transactionId && (
        <Description term="Transaction ID">
          <CopyableId id={invoice.transactionId} what="transaction ID" />
        </Description>
      )}
      {invoice.redirectUrl && (
        <Description term="Redirect URL">
          <span className="break-all">{invoice.redirectUrl}</span>
        </Description>
      )}
      <Description term="Documents" className="print:hidden">
        <span className="mt-1.5 flex flex-wrap gap-2 sm:-my-1">
          <PdfLink invoice={invoice} kind="invoice" />
          {invoice.status === 'PAID' && <PdfLink invoice={invoice} kind="receipt" />}
          {invoice.creditNotes.map(({ refund, number }) => (
            <PdfLink
              key={refund}
              invoice={invoice}
              kind={`refunds/${refund}/credit-note`}
              label={`Credit note ${number}`}
            />
          ))}
          <EInvoiceButton invoice={invoice} />
        </span>
      </Description>
      <MetadataDescription pairs={invoice.metadata} />
    </DescriptionList>
  )
}

function EInvoiceButton({ invoice }: { invoice: InvoiceView }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        <FileCode aria-hidden className="size-4" />
        E-invoice
      </Button>
      {isOpen && <EInvoiceDialog invoice={invoice} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type PdfLinkProps = {
  invoice: InvoiceView
  kind: 'invoice' | 'receipt' | `refunds/${string}/credit-note`
  label?: string
  isMain?: boolean
}

const DOCUMENT_NAMES: Record<string, string> = { invoice: 'Invoice', receipt: 'Receipt' }

function PdfLink({ invoice, kind, label = DOCUMENT_NAMES[kind] ?? kind, isMain }: PdfLinkProps) {
  return (
    <a
      href={`/api/dashboard/invoices/${invoice.id}/${kind}.pdf?mode=${invoice.mode}`}
      target="_blank"
      rel="noreferrer"
      className={buttonStyle(isMain ? {} : { variant: 'secondary', size: 'small' })}
    >
      <FileText aria-hidden className="size-4" />
      {label} (PDF)
      <span className="sr-only">, opens in a new tab</span>
    </a>
  )
}

/** The line items and the total. */
function InvoiceLines({ invoice }: { invoice: InvoiceView }) {
  const { sums } = invoice
  return (
    <Card aria-labelledby="items" className="overflow-hidden">
      <CardHeader id="items" title="Items" />
      <Table label="Items">
        <TableHead>
          <HeadCell>Item</HeadCell>
          <HeadCell className="hidden text-right sm:table-cell">Quantity</HeadCell>
          <HeadCell className="hidden text-right sm:table-cell">Unit price</HeadCell>
          <HeadCell className="text-right">Amount</HeadCell>
        </TableHead>
        <tbody>
          {invoice.items.map(({ title, quantity, price, amount, tax }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of an invoice never change.
            <Row key={index}>
              <Cell className="break-words">
                {title}
                {tax && <span className="block text-[0.8125rem] text-muted-foreground">{tax}</span>}
                <span className="tabular block text-[0.8125rem] text-muted-foreground sm:hidden">
                  {quantity} × <Money value={price} />
                </span>
              </Cell>
              <Cell className="tabular hidden text-right sm:table-cell">{quantity}</Cell>
              <Cell className="hidden text-right sm:table-cell">
                <Money value={price} />
              </Cell>
              <Cell className="text-right">
                <Money value={amount} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <div className="border-t">
        <dl className="ml-auto max-w-sm space-y-1.5 px-4 py-4 sm:px-5">
          <Sum term="Subtotal" value={sums.subtotal} />
          {sums.discount && (
            <Sum
              term={sums.discount.percent ? `Discount ${sums.discount.percent}%` : 'Discount'}
              value={sums.discount.amount}
              isTakenOff
            />
          )}
          {sums.taxes.map(({ name, percent, isInclusive, amount }) => (
            <Sum
              key={`${name} ${percent} ${isInclusive}`}
              term={`${name} ${percent}%${isInclusive ? ', included' : ''}`}
              value={amount}
            />
          ))}
          {!invoice.vendorFee && <Sum term="Fee" value={invoice.fee} />}
          <Sum term="Total" value={invoice.total} isStrong />
          {invoice.credited && <Sum term="Credited" value={invoice.credited} isTakenOff />}
          {invoice.paidSoFar && <Sum term="Paid so far" value={invoice.paidSoFar} isTakenOff />}
          {(invoice.paidSoFar || (invoice.credited && !invoice.paidAt)) && (
            <Sum term="Left to pay" value={invoice.amountDue} isStrong />
          )}
          {invoice.refunded && <Sum term="Refunded" value={invoice.refunded} isTakenOff />}
        </dl>
        {invoice.vendorFee && (
          <dl className="ml-auto max-w-sm space-y-1.5 px-4 pb-4 text-muted-foreground sm:px-5">
            <Sum term="Fee, paid by you" value={invoice.vendorFee.fee} />
            <Sum term={invoice.paidAt ? 'You received' : 'You receive'} value={invoice.vendorFee.received} />
          </dl>
        )}
      </div>
    </Card>
  )
}

type SumProps = { term: string; value: MoneyValue; isStrong?: boolean; isTakenOff?: boolean }

function Sum({ term, value, isStrong, isTakenOff }: SumProps) {
  return (
    <div className={classNames('flex justify-between gap-4', isStrong && 'border-t pt-1.5 font-semibold')}>
      <dt>{term}</dt>
      <dd>
        {isTakenOff && '−'}
        <Money value={value} />
      </dd>
    </div>
  )
}

const QrCode = dynamic(() => import('@/components/ui/qr-code').then((module) => module.QrCode), {
  ssr: false,
  loading: () => <Skeleton className="size-32 shrink-0" />,
})

type PaymentLinkCardProps = { link: string; isPaid: boolean; className?: string }

/** The payment link: to copy, open or scan. */
function PaymentLinkCard({ link, isPaid, className }: PaymentLinkCardProps) {
  return (
    <Card aria-labelledby="payment-link" className={className}>
      <CardHeader
        id="payment-link"
        title="Payment link"
        description={isPaid ? 'Now shows the receipt' : 'Anyone with this link can see and pay the invoice'}
      />
      <div className="flex flex-wrap gap-4 px-4 pb-4 sm:px-5">
        <QrCode text={link} label="QR code of the payment link" className="size-32 shrink-0" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="break-all font-mono text-[0.8125rem]">{link}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <CopyButton text={link} what="payment link" withLabel variant="secondary" />
            <a href={link} target="_blank" rel="noreferrer" className={buttonStyle({ variant: 'secondary' })}>
              <ExternalLink aria-hidden className="size-4" />
              Open
              <span className="sr-only"> the payment page in a new tab</span>
            </a>
          </div>
        </div>
      </div>
    </Card>
  )
}
