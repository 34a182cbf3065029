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
type Gap = Document['standards'][number]['gaps'][number]

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
  const gapsOf = (name: Document['standards'][number]['standard']) =>
    standards.find(({ standard }) => standard === name)?.gaps ?? []
  const [gaps, xrechnungGaps] = [gapsOf('en16931'), gapsOf('xrechnung')]
  const paper = refund ? `refunds/${refund}/credit-note` : 'invoice'
  const file = (type: string) =>
    `/api/dashboard/invoices/${invoice.id}/${paper}.${type}${type.includes('?') ? '&' : '?'}mode=${invoice.mode}`
  return (
    <section aria-label={number} className="space-y-3">
      {hasTitle && <h3 className="font-medium">{refund ? `Credit note ${number}` : number}</h3>}
      {gaps.length === 0 && (
        <ul className="divide-y rounded-lg border">
          <EInvoiceFile
            name={refund ? 'The credit note’s PDF' : 'The invoice’s PDF'}
            use="The e-invoice is inside, as Factur-X (ZUGFeRD). Emails attach the same PDF."
            href={file('pdf')}
            type="PDF"
            number={number}
          />
          <EInvoiceFile
            name="EN 16931 (UBL)"
            use="For anybody who asks for XML"
            href={file('xml?standard=en16931')}
            type="XML"
            number={number}
          />
          {xrechnungGaps.length === 0 && (
            <EInvoiceFile
              name="XRechnung"
              use="For public bodies in Germany"
              href={file('xml?standard=xrechnung')}
              type="XML"
              number={number}
            />
          )}
        </ul>
      )}
      {xrechnungGaps.length > 0 && (
        <Gaps gaps={gaps} xrechnungGaps={xrechnungGaps} customerId={invoice.customerId} />
      )}
    </section>
  )
}

type EInvoiceFileProps = { name: string; use: string; href: string; type: 'PDF' | 'XML'; number: string }

function EInvoiceFile({ name, use, href, type, number }: EInvoiceFileProps) {
  return (
    <li className="flex items-center justify-between gap-4 p-3">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-[0.8125rem] text-muted-foreground">{use}</p>
      </div>
      <a href={href} download className={buttonStyle({ variant: 'secondary', size: 'small' })}>
        <Download aria-hidden className="size-4" />
        {type}
        <span className="sr-only">
          , {name}, {number}
        </span>
      </a>
    </li>
  )
}

type GapsProps = {
  /** Of any e-invoice. */
  gaps: Gap[]
  /** The same, and those of XRechnung alone. */
  xrechnungGaps: Gap[]
  customerId: string
}

/** Lists the missing details under the page where each is entered. */
function Gaps({ gaps, xrechnungGaps, customerId }: GapsProps) {
  const impossible = xrechnungGaps.filter(({ where }) => where === 'invoice')
  const places = [
    { where: 'seller', href: '/settings/invoices', words: 'Add to your seller details' },
    { where: 'customer', href: `/customers/${customerId}/edit`, words: 'Add to the customer' },
  ].flatMap((place) => {
    const here = ({ where }: Gap) => where === place.where
    const lines = linesOf(gaps.filter(here), xrechnungGaps.filter(here), gaps.length > 0)
    return lines.length > 0 ? [{ ...place, lines }] : []
  })
  return (
    <div className="space-y-2 text-[0.8125rem]">
      {impossible.length > 0 && <p>Not possible: {impossible.map(({ what }) => what).join(', ')}.</p>}
      {places.length > 0 && (
        <>
          <p className="font-medium text-sm">
            {gaps.length > 0 ? 'Missing for an e-invoice' : 'Missing for XRechnung'}
          </p>
          <ul className="divide-y rounded-lg border">
            {places.map(({ where, href, words, lines }) => (
              <li key={where} className="space-y-1 p-3">
                {lines.map((line) => (
                  <p key={line} className="first-letter:uppercase">
                    {line}
                  </p>
                ))}
                <Link href={href} className="inline-block underline underline-offset-4">
                  {words}
                </Link>
              </li>
            ))}
          </ul>
          <p className="text-muted-foreground">
            Invoices keep the details they were issued with. What you add now applies to new invoices.
          </p>
        </>
      )}
    </div>
  )
}

/** `your tax ID, your country`, and what XRechnung alone needs besides, named where others lack something too. */
function linesOf(gaps: Gap[], xrechnungGaps: Gap[], isMixed: boolean): string[] {
  const general = gaps.map(({ what }) => what)
  const besides = xrechnungGaps.map(({ what }) => what).filter((what) => !general.includes(what))
  const also = isMixed ? `for XRechnung ${general.length > 0 ? 'also ' : ''}` : ''
  return [general.join(', '), besides.length > 0 ? also + besides.join(', ') : ''].filter(
    (line) => line !== '',
  )
}
