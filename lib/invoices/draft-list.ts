import { z } from 'zod'
import { database, sql } from '@/lib/db/client'
import { isDomainError } from '@/lib/errors'
import { amountView, moment } from '@/lib/http/schemas'
import { defineList } from '@/lib/lists/define-list'
import { wordSearch } from '@/lib/lists/word-search'
import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { presentAmount } from '@/lib/money/money'
import { formatIsoDate } from '@/lib/time/dates'
import { type Account, findAccount } from '@/lib/vendors/account'
import { type DraftRecord, fieldsOf, findDraft, withPresentTax } from './draft'
import { draftAmounts, NO_FEE } from './invoice-fields'

export const draftRow = z.object({
  id: z.uuid(),
  customerName: z.string().nullable().describe('Null until a customer is chosen.'),
  email: z.string().nullable(),
  summary: z.string().nullable().describe('The first item.'),
  amount: amountView.nullable().describe('Before the fee; null while there is no amount.'),
  sendOn: z.string().nullable().describe('`YYYY-MM-DD`: the day on which it is sent by itself.'),
  isRefused: z.boolean().describe('It could not be sent on its day.'),
  updatedAt: moment,
})

export type DraftRow = z.infer<typeof draftRow>

type StoredDraft = {
  id: string
  fields: unknown
  sendOn: Date | null
  isRefused: boolean
  updatedAt: Date
}

/** The account's drafts that are not sent, those changed last first; searches customers and items. */
export const draftList = defineList({
  name: 'invoice drafts',
  sorts: ['updated'],
  filters: z.object({}),
  select: (accountId, { search }) => ({
    table: sql`invoice_drafts AS draft`,
    alias: sql`draft`,
    id: sql`draft.id`,
    columns: sql`draft.id, draft.fields, draft.send_on AS "sendOn", draft.send_refusal IS NOT NULL AS "isRefused",
                draft.updated_at AS "updatedAt"`,
    sorts: { updated: { column: sql`draft.updated_at`, type: 'timestamptz' } },
    where: [sql`draft.account_id = ${accountId}::uuid`, sql`draft.invoice_id IS NULL`],
    // An account has few drafts, so their text needs no index.
    search: wordSearch(search, sql`draft.search`),
  }),
  present: ({ id, fields: saved, sendOn, isRefused, updatedAt }: StoredDraft): DraftRow => {
    const fields = fieldsOf(saved)
    const { customer, items, kind } = fields
    const currency = parseCurrency(fields.currency)
    const { baseMinor } = draftAmounts(fields, currency ? exponentOf(currency) : 2, NO_FEE)
    return {
      id,
      customerName: customer?.name ?? null,
      email: customer?.email ?? null,
      summary: (kind === 'items' && items[0]?.title) || null,
      amount: currency && baseMinor !== null ? presentAmount(baseMinor, currency) : null,
      sendOn: sendOn && formatIsoDate(sendOn),
      isRefused,
      updatedAt: updatedAt.toISOString(),
    }
  },
})

/** The draft, also one that was sent; null if the account has none with the id. */
export async function readDraft(accountId: string, id: string): Promise<DraftRecord | null> {
  try {
    const draft = await findDraft(database(), accountId, id)
    return { ...draft, fields: await withPresentTax(database(), accountId, draft.fields) }
  } catch (error) {
    if (isDomainError(error, 'invoice_draft_not_found')) return null
    throw error
  }
}

/** The vendor's draft with its account, from the account that is given or else from the vendor's other one; null if neither has it. */
export async function readDraftInEitherMode(
  account: Account,
  id: string,
): Promise<{ draft: DraftRecord; account: Account } | null> {
  const draft = await readDraft(account.id, id)
  if (draft) return { draft, account }
  const other = await findAccount(database(), account.vendorId, account.mode === 'test' ? 'live' : 'test')
  const otherDraft = await readDraft(other.id, id)
  return otherDraft && { draft: otherDraft, account: other }
}
