'use client'

import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import Link from 'next/link'
import type { InvoiceView } from '@/lib/api/dashboard/read-invoice'
import type { Mode } from '@/lib/auth/mode'
import { formatMoney } from '@/lib/client/format-money'
import { invoiceQuery } from '@/lib/client/invoices'
import { EntryTable } from '../ledger/entry-table'
import { BackLink } from '../ui/back-link'
import { Badge } from '../ui/badge'
import { buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { CopyButton } from '../ui/copy-button'
import { Description, DescriptionList } from '../ui/description-list'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { Timeline } from '../ui/timeline'
import { Timestamp } from '../ui/timestamp'
import { InvoiceEvents } from './invoice-events'
import { InvoiceLines } from './invoice-lines'
import { InvoiceStatusBadge } from './invoice-status-badge'
import { MarkPaidButton } from './mark-paid-button'
import { PaymentLinkCard } from './payment-link-card'

/** `mode` is the dashboard's: a link may lead to an invoice of the other one. */
type InvoiceDetailsProps = { initial: InvoiceView; mode: Mode; isBanned: boolean }

export function InvoiceDetails({ initial, mode, isBanned }: InvoiceDetailsProps) {
  const { data: invoice } = useQuery({ ...invoiceQuery(initial.mode, initial.id), initialData: initial })
  const isPaid = invoice.status === 'PAID'
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices">Invoices</BackLink>
        <PageHeader
          title={formatMoney(invoice.total)}
          description={
            <>
              For{' '}
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
              <Badge tone={invoice.mode === 'test' ? 'warning' : 'success'}>{invoice.mode} mode</Badge>
            </>
          }
          action={
            <div className="flex flex-wrap items-center gap-2">
              {invoice.mode === 'test' && !isPaid && !isBanned && (
                <MarkPaidButton invoice={invoice} size="medium" />
              )}
              {isPaid ? (
                <PdfLink invoice={invoice} kind="receipt" isMain />
              ) : (
                <CopyButton
                  text={invoice.paymentLink}
                  what="payment link"
                  withLabel="Copy payment link"
                  variant="primary"
                />
              )}
            </div>
          }
        />
      </div>
      {invoice.mode !== mode && (
        <Notice kind="info">
          This invoice is in {invoice.mode} mode, while the rest of the dashboard shows {mode} mode.
        </Notice>
      )}
      <InvoiceLines invoice={invoice} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <Card aria-labelledby="details">
            <CardHeader id="details" title="Details" />
            <Details invoice={invoice} />
          </Card>
          <PaymentLinkCard link={invoice.paymentLink} isPaid={isPaid} />
        </div>
        <Card aria-labelledby="timeline">
          <CardHeader id="timeline" title="Timeline" />
          <Timeline steps={invoice.timeline} />
        </Card>
      </div>
      <InvoiceEvents events={invoice.events} webhookUrl={invoice.webhookUrl} />
      {invoice.entries.length > 0 && (
        <Card aria-labelledby="entries" className="overflow-hidden">
          <CardHeader
            id="entries"
            title="Ledger entries"
            description="What the payment has moved. Entries are never changed."
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
      <Description term="E-mail">{invoice.email}</Description>
      <Description term="Invoice id">
        <span className="flex items-center gap-1">
          <span className="wrap-anywhere font-mono text-[0.8125rem]">{invoice.id}</span>
          <CopyButton text={invoice.id} what="invoice id" className="-my-1.5" />
        </span>
      </Description>
      {invoice.redirectUrl && (
        <Description term="Return address">
          <span className="break-all">{invoice.redirectUrl}</span>
        </Description>
      )}
      <Description term="Documents">
        <span className="mt-1.5 flex flex-wrap gap-2 sm:-my-1">
          <PdfLink invoice={invoice} kind="invoice" />
          {invoice.status === 'PAID' && <PdfLink invoice={invoice} kind="receipt" />}
        </span>
      </Description>
    </DescriptionList>
  )
}

type PdfLinkProps = { invoice: InvoiceView; kind: 'invoice' | 'receipt'; isMain?: boolean }

function PdfLink({ invoice, kind, isMain }: PdfLinkProps) {
  return (
    <a
      href={`/api/dashboard/invoices/${invoice.id}/${kind}.pdf?mode=${invoice.mode}`}
      target="_blank"
      rel="noreferrer"
      className={buttonStyle(isMain ? {} : { variant: 'secondary', size: 'small' })}
    >
      <FileText aria-hidden className="size-4" />
      {kind === 'invoice' ? 'Invoice' : 'Receipt'} (PDF)
      <span className="sr-only">, opens in a new tab</span>
    </a>
  )
}
