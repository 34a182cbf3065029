'use client'

import { useDeferredValue } from 'react'
import { InvoiceSummary } from '@/components/pay/invoice-summary'
import { en } from '@/components/pay/texts/en'
import { Card, CardHeader } from '@/components/ui/card'
import { useDayFromToday } from '@/components/ui/timestamp'
import { DEFAULT_DUE_DAYS, draftAmounts, type InvoiceFields } from '@/lib/invoices/invoice-fields'
import type { InvoiceTerms } from '@/lib/invoices/invoice-terms'
import { previewedPage } from './previewed-page'

type InvoicePreviewProps = { terms: InvoiceTerms; fields: InvoiceFields; exponent: number }

/** A preview of the payment page, made of the page's own parts. It is inert. */
export function InvoicePreview({ terms, fields: input, exponent }: InvoicePreviewProps) {
  // Behind the form's own fields, so that typing never waits for it.
  const fields = useDeferredValue(input)
  const fees = { feePpm: terms.feePpm, feeFixedMinor: BigInt(terms.feeFixedMinor) }
  const dayFromToday = useDayFromToday()
  const dueDate = fields.dueDate || dayFromToday(DEFAULT_DUE_DAYS)
  const page = previewedPage(terms, { ...fields, dueDate }, draftAmounts(fields, exponent, fees), exponent)
  return (
    <Card aria-labelledby="preview" className="overflow-hidden">
      <CardHeader id="preview" title="Preview" description="The payment page, as your customer will see it" />
      <div inert className="border-t bg-background px-4 py-5 sm:px-5">
        <InvoiceSummary page={page} locale="en" texts={en} />
      </div>
    </Card>
  )
}
