import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { database } from '@/lib/db/client'
import { isStorableText } from '@/lib/db/storable-text'
import { queryFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { amountView } from '@/lib/http/schemas'
import { totalMinor } from '@/lib/invoices/invoice'
import { statusOnPages } from '@/lib/invoices/overdue'
import { displayStatus } from '@/lib/invoices/status'
import { presentAmount } from '@/lib/money/money'
import { dueEdge } from '@/lib/vendors/due-edge'
import { findRecords } from './find-records'

const foundRecord = z
  .object({
    kind: z.enum(['customer', 'invoice', 'payout']),
    id: z.uuid(),
    href: z.string(),
    title: z.string(),
    detail: z.string(),
    amount: amountView.nullable(),
  })
  .describe('A record found by a search, with a link to its page.')

export type FoundRecord = z.infer<typeof foundRecord>

const MAX_SEARCH_CHARACTERS = 200

const searchQuery = z.object({
  q: z
    .string()
    .trim()
    .max(MAX_SEARCH_CHARACTERS, `q must have at most ${MAX_SEARCH_CHARACTERS} characters`)
    .refine(isStorableText, 'q must be text')
    .default('')
    .describe('Text to search for.'),
})

export const searchRecords = operation({
  method: 'GET',
  path: '/api/dashboard/search',
  summary: 'Search the records',
  description: 'Finds customers, invoices and payouts as their lists do.',
  tag: 'Search',
  access: session('read'),
  query: queryFields(searchQuery),
  answers: { 200: z.object({ records: z.array(foundRecord) }) },
  errors: ['invalid_input'],
}).handle(async ({ account, query }) => {
  const results = query.q ? await findRecords(database(), account.id, query.q) : null
  const edge = dueEdge(account.zone)
  const records: FoundRecord[] = [
    ...(results?.customers ?? []).map(({ id, name, email }) => ({
      kind: 'customer' as const,
      id,
      href: `/customers/${id}`,
      title: name,
      detail: email,
      amount: null,
    })),
    ...(results?.invoices ?? []).map((invoice) => ({
      kind: 'invoice' as const,
      id: invoice.id,
      href: `/invoices/${invoice.id}`,
      title: `${invoice.number} · ${invoice.customer.name}`,
      detail: displayStatus(statusOnPages(invoice, edge), invoice).toLowerCase(),
      amount: presentAmount(totalMinor(invoice), invoice.currency),
    })),
    ...(results?.payouts ?? []).map(({ id, status, customerName, amountMinor, currency }) => ({
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
