import { searchText, searchTextOf } from '@/lib/db/search-words'
import { type Queryable, statement } from '@/lib/db/statement'
import { formatMajor } from '@/lib/money/money'
import { totalMinor } from './invoice'

type Worded = { id: string; email: string; currency: string; baseAmountMinor: bigint; feeAmountMinor: bigint }

/** The words of an invoice's own values; the statement that saves it adds those of its customer and its number. */
export function invoiceWords(invoice: Worded): string {
  const { id, email, currency, baseAmountMinor } = invoice
  const amounts = [baseAmountMinor, totalMinor(invoice)].map((minor) => formatMajor(minor, currency))
  return searchTextOf(id, [email, ...amounts])
}

/**
 * Writes the words of a customer's invoices anew, from the one before the given id on, latest first, with the name and
 * email that the customer has now. Returns the id where it stopped; null if no more are left.
 */
export async function rewordInvoices(
  on: Queryable,
  {
    accountId,
    customerId,
    before,
    limit,
  }: { accountId: string; customerId: string; before: string; limit: number },
): Promise<string | null> {
  const rows = await readWorded(on, { accountId, customerId, before, limit })
  const changed = rows
    .map(({ customerWords, search, number, ...invoice }) => ({
      id: invoice.id,
      text: customerWords + invoiceWords(invoice) + searchText([number]),
      search,
    }))
    .filter(({ text, search }) => text !== search)
  if (changed.length > 0) {
    await writeWords(on, {
      accountId,
      ids: changed.map(({ id }) => id),
      texts: changed.map(({ text }) => text),
    })
  }
  return rows.length === limit ? (rows.at(-1)?.id ?? null) : null
}

const readWorded = statement<
  { accountId: string; customerId: string; before: string; limit: number },
  Worded & { number: string; search: string; customerWords: string }
>(
  'read_worded_invoices',
  `SELECT invoices.id, invoices.email, currency, base_amount_minor AS "baseAmountMinor",
          fee_amount_minor AS "feeAmountMinor", number, invoices.search,
          name_words || email_words AS "customerWords"
     FROM invoices
     JOIN customers ON customers.account_id = invoices.account_id AND customers.id = invoices.customer_id
    WHERE invoices.account_id = :accountId::uuid AND customer_id = :customerId::uuid AND invoices.id < :before::uuid
    ORDER BY invoices.id DESC LIMIT :limit::int`,
)

const writeWords = statement<{ accountId: string; ids: string[]; texts: string[] }, object>(
  'write_invoice_words',
  `UPDATE invoices SET search = changed.search
     FROM unnest(:ids::uuid[], :texts::text[]) AS changed (id, search)
    WHERE account_id = :accountId::uuid AND invoices.id = changed.id`,
)
