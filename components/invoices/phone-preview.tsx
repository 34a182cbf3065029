'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { brandStyle, TestNotice } from '@/components/pay/buyer-frame'
import { HostedCheckout } from '@/components/pay/hosted-checkout'
import { InvoiceDetails, InvoiceSummary } from '@/components/pay/invoice-summary'
import { payTextsIn } from '@/components/pay/texts/texts'
import { TransferDetails } from '@/components/pay/transfer-details'
import { classNames } from '@/components/ui/class-names'
import { useDayFromToday } from '@/components/ui/timestamp'
import { directionOf } from '@/lib/i18n/locale'
import { DEFAULT_DUE_DAYS } from '@/lib/invoices/invoice-fields'
import { billedToQuery } from './draft-queries'
import { previewedPage } from './previewed-page'
import { amountsOf, exponentsOf, type InvoiceFormProps } from './use-invoice-form'

/** The payment page on a phone, in the customer's language, made of the page's own parts. It is inert. */
export function PhonePreview({ form, terms }: InvoiceFormProps) {
  // Behind the form's own fields, so that typing never waits for it.
  const fields = useDeferredValue(form.watch())
  const dayFromToday = useDayFromToday()
  const { data: billedTo } = useQuery(billedToQuery(terms.mode, fields.customer?.id ?? null))
  const locale = billedTo?.locale ?? terms.preview.locale
  const texts = payTextsIn(locale)
  const dueDate = fields.dueDate || dayFromToday(DEFAULT_DUE_DAYS)
  const exponent = exponentsOf(terms)[fields.currency] ?? 2
  const page = previewedPage(
    terms,
    { ...fields, dueDate },
    { amounts: amountsOf(fields, terms), exponent, billedTo },
  )
  const { color } = page.vendor
  const view = { page, locale, texts }
  return (
    <div
      inert
      lang={locale}
      dir={directionOf(locale)}
      style={brandStyle(color)}
      className={classNames(
        'mx-auto max-w-[24.375rem] overflow-hidden rounded-2xl border bg-background shadow-float',
        color && 'branded',
      )}
    >
      <div className="h-1 bg-accent" />
      {!page.isRealMoney && <TestNotice texts={texts.testMode} note={texts.testMode.note} />}
      <div className="space-y-6 px-4 py-6">
        <InvoiceSummary {...view} />
        <div className="rounded-xl border bg-surface p-4 shadow-card">
          <HostedCheckout {...view} unavailable={null} isCanceled={false} />
          {page.transfer && <TransferDetails {...view} transfer={page.transfer} />}
        </div>
        <InvoiceDetails {...view} />
      </div>
    </div>
  )
}
