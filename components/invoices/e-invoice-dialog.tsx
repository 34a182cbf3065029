'use client'

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { failureMessage } from '@/components/browser/request'
import { buttonStyle } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { EInvoiceView } from '@/lib/payments/invoice-dashboard'
import type { InvoiceView } from '@/lib/payments/queries'
import { eInvoiceQuery } from './invoice-queries'

type Document = EInvoiceView['documents'][number]
type Standard = Document['standards'][number]
type Gap = Standard['gaps'][number]

const NAMES: Record<Standard['standard'], { name: string; use: string }> = {
  xrechnung: { name: 'XRechnung', use: 'For public bodies in Germany' },
  en16931: { name: 'EN 16931 (UBL)', use: 'For anybody else who asks for an e-invoice' },
}

/** The e-invoices of an invoice and of its credit notes, to download, or what they lack. */
export function EInvoiceDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const { data, error } = useQuery(eInvoiceQuery(invoice.mode, invoice.id))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="E-invoice"
      description="The invoice as a file that your customer’s software can book."
    >
      {error ? (
        <Notice kind="danger" role="alert">
          {failureMessage(error)}
        </Notice>
      ) : data ? (
        <div className="space-y-5">
          {data.documents.map((document) => (
            <DocumentFiles
              key={document.number}
              invoice={invoice}
              document={document}
              hasTitle={data.documents.length > 1}
            />
          ))}
        </div>
      ) : (
        <Skeleton className="h-28 w-full" />
      )}
    </Dialog>
  )
}

type DocumentFilesProps = { invoice: InvoiceView; document: Document; hasTitle: boolean }

function DocumentFiles({ invoice, document, hasTitle }: DocumentFilesProps) {
  const { number, refund, standards } = document
  const file = refund ? `refunds/${refund}/credit-note.xml` : 'invoice.xml'
  const isIncomplete = standards.some(({ gaps }) => gaps.some(({ where }) => where !== 'invoice'))
  return (
    <section aria-label={number}>
      {hasTitle && <h3 className="mb-2 font-medium">{refund ? `Credit note ${number}` : number}</h3>}
      <ul className="divide-y rounded-lg border">
        {standards.toReversed().map(({ standard, gaps }) => (
          <li key={standard} className="flex items-start justify-between gap-4 p-3">
            <div className="min-w-0">
              <p className="font-medium">{NAMES[standard].name}</p>
              {gaps.length === 0 ? (
                <p className="text-[0.8125rem] text-muted-foreground">{NAMES[standard].use}</p>
              ) : (
                <Gaps gaps={gaps} customerId={invoice.customerId} />
              )}
            </div>
            {gaps.length === 0 && (
              <a
                href={`/api/dashboard/invoices/${invoice.id}/${file}?standard=${standard}&mode=${invoice.mode}`}
                download
                className={buttonStyle({ variant: 'secondary', size: 'small' })}
              >
                <Download aria-hidden className="size-4" />
                XML
                <span className="sr-only">
                  , {NAMES[standard].name}, {number}
                </span>
              </a>
            )}
          </li>
        ))}
      </ul>
      {isIncomplete && (
        <p className="mt-2 text-[0.8125rem] text-muted-foreground">
          Invoices keep the details they were issued with. What you add now applies to new invoices.
        </p>
      )}
    </section>
  )
}

/** Where the facts of an e-invoice are entered. */
function Gaps({ gaps, customerId }: { gaps: Gap[]; customerId: string }) {
  const of = (where: Gap['where']) => gaps.filter((gap) => gap.where === where).map(({ what }) => what)
  const [seller, customer, invoice] = [of('seller'), of('customer'), of('invoice')]
  return (
    <div className="space-y-1 text-[0.8125rem] text-muted-foreground">
      {seller.length > 0 && (
        <p>
          Missing: {seller.join(', ')}.{' '}
          <Link href="/settings/invoices" className="underline underline-offset-4">
            Add to your seller details
          </Link>
        </p>
      )}
      {customer.length > 0 && (
        <p>
          Missing: {customer.join(', ')}.{' '}
          <Link href={`/customers/${customerId}/edit`} className="underline underline-offset-4">
            Add to the customer
          </Link>
        </p>
      )}
      {invoice.length > 0 && <p>Not possible: {invoice.join(', ')}.</p>}
    </div>
  )
}
