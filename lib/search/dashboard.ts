import { sessionRead } from '@/lib/api/dashboard/session-operation'
import { database } from '@/lib/db/client'
import { isStorableText } from '@/lib/db/storable-text'
import { refuseInput } from '@/lib/http/refusals'
import { totalMinor } from '@/lib/invoices/invoice'
import { presentAmount } from '@/lib/money/money'
import { findRecords } from './find-records'

/** A record found by a search, with a link to its page. */
export type FoundRecord = {
  kind: 'customer' | 'invoice' | 'payout'
  id: string
  href: string
  title: string
  detail: string
  amount: { amount: string; currency: string } | null
}

const MAX_SEARCH_CHARACTERS = 200

/** Finds customers, invoices and payouts as their lists do. */
export const searchRecords = sessionRead('/api/dashboard/search', async ({ account, url }) => {
  const text = url.searchParams.get('q')?.trim() ?? ''
  if (text.length > MAX_SEARCH_CHARACTERS) {
    refuseInput(`q must have at most ${MAX_SEARCH_CHARACTERS} characters`)
  }
  if (!isStorableText(text)) refuseInput('q is no text')
  const found = text ? await findRecords(database(), account.id, text) : null
  const records: FoundRecord[] = [
    ...(found?.customers ?? []).map(({ id, name, email }) => ({
      kind: 'customer' as const,
      id,
      href: `/customers/${id}`,
      title: name,
      detail: email,
      amount: null,
    })),
    ...(found?.invoices ?? []).map((invoice) => ({
      kind: 'invoice' as const,
      id: invoice.id,
      href: `/invoices/${invoice.id}`,
      title: `Invoice of ${invoice.customer.name}`,
      detail: invoice.status.toLowerCase(),
      amount: presentAmount(totalMinor(invoice), invoice.currency),
    })),
    ...(found?.payouts ?? []).map(({ id, status, customerName, amountMinor, currency }) => ({
      kind: 'payout' as const,
      id,
      href: `/payouts/${id}`,
      title: `Payout to ${customerName}`,
      detail: status.toLowerCase(),
      amount: presentAmount(amountMinor, currency),
    })),
  ]
  return { status: 200, body: { records } }
})
