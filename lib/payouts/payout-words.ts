import { searchTextOf } from '@/lib/db/search-words'
import { type Queryable, statement } from '@/lib/db/statement'
import { formatMajor } from '@/lib/money/money'

type Worded = { id: string; amountMinor: bigint; currency: string }

/** The words of a payout's own values; the statement that adds it has those of its customer and bank account. */
export function payoutWords({ id, amountMinor, currency }: Worded): string {
  return searchTextOf(id, [formatMajor(amountMinor, currency)])
}

/**
 * Writes the words of a customer's payouts anew, from the one before the given id on, latest first, with the name and
 * email that the customer has now. Returns the id where it stopped; null if no more are left.
 */
export async function rewordPayouts(
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
    .map(({ recipientWords, search, ...payout }) => ({
      id: payout.id,
      text: recipientWords + payoutWords(payout),
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
  Worded & { search: string; recipientWords: string }
>(
  'read_worded_payouts',
  `SELECT payouts.id, amount_minor AS "amountMinor", currency, payouts.search,
          name_words || email_words || bank_accounts.words AS "recipientWords"
     FROM payouts
     JOIN customers ON customers.account_id = payouts.account_id AND customers.id = payouts.customer_id
     JOIN bank_accounts
       ON bank_accounts.account_id = payouts.account_id AND bank_accounts.id = payouts.bank_account_id
    WHERE payouts.account_id = :accountId::uuid AND payouts.customer_id = :customerId::uuid AND payouts.id < :before::uuid
    ORDER BY payouts.id DESC LIMIT :limit::int`,
)

const writeWords = statement<{ accountId: string; ids: string[]; texts: string[] }, object>(
  'write_payout_words',
  `UPDATE payouts SET search = changed.search
     FROM unnest(:ids::uuid[], :texts::text[]) AS changed (id, search)
    WHERE account_id = :accountId::uuid AND payouts.id = changed.id`,
)
