import { type Orm, type Sql, sql } from '@/lib/db/client'

export type LedgerReport = { ok: boolean; transactions: number; entries: number; problems: string[] }

type Finding = { problem: string }

/** Restricts a statement to the account under test, if there is one. */
type Within = (accountIdColumn: Sql) => Sql

/**
 * Verifies every sum of the ledger, or of one vendor account. Run it in a REPEATABLE READ transaction, so
 * that all its statements see the same moment.
 */
export async function verifyLedger(tx: Orm, accountId: string | null = null): Promise<LedgerReport> {
  const within: Within = (column) => (accountId ? sql`${column} = ${accountId}::uuid` : sql`true`)
  const findings = [
    await walletsThatDifferFromTheirEntries(tx, within),
    await statementsThatDoNotAddUp(tx, within),
    await statementsThatDifferFromTheirEntries(tx, within),
    await malformedTransactions(tx, within),
    await paidInvoicesThatDiffer(tx, within),
    await outsidePaymentsThatDiffer(tx, within),
    await payoutsThatDiffer(tx, within),
    await moneyInTransitThatDiffers(tx, within),
    await holdsThatDiffer(tx, within),
    await reversalsThatDiffer(tx, within),
    await feesGivenBackThatDiffer(tx, within),
    await disputeFeesThatDiffer(tx, within),
    await paymentFeesThatDiffer(tx, within),
    await transferFeesThatDiffer(tx, within),
    await debtsBesideMoney(tx, within),
    await payoutDaysThatDiffer(tx, within),
  ].flat()
  const [counts] = await tx.$queryRaw<[{ transactions: bigint; entries: bigint }]>`
    SELECT (SELECT count(*) FROM ledger_transactions WHERE ${within(sql`account_id`)}) AS transactions,
           (SELECT count(*) FROM ledger_entries WHERE ${within(sql`account_id`)}) AS entries`
  return {
    ok: findings.length === 0,
    transactions: Number(counts.transactions),
    entries: Number(counts.entries),
    problems: findings.map((finding) => finding.problem),
  }
}

function walletsThatDifferFromTheirEntries(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: wallet %s %s holds %s, its entries sum to %s',
                  a.account_id, a.id, a.currency, a.balance_minor, coalesce(e.sum_minor, 0)) AS problem
      FROM ledger_accounts a
      LEFT JOIN (
        SELECT account_id, id, sum(change_minor) AS sum_minor
          FROM (SELECT account_id, destination_id AS id, amount_minor AS change_minor FROM ledger_entries
                 WHERE ${within(sql`account_id`)}
                UNION ALL
                SELECT account_id, source_id, -amount_minor FROM ledger_entries
                 WHERE ${within(sql`account_id`)}) changes
         GROUP BY account_id, id) e USING (account_id, id)
     WHERE ${within(sql`a.account_id`)} AND a.balance_minor IS NOT NULL
       AND a.balance_minor <> coalesce(e.sum_minor, 0)`
}

/** Each statement line starts where the previous one ended, and the last ends at the balance. */
function statementsThatDoNotAddUp(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: line %s of the statement of wallet %s does not follow from the one before',
                  account_id, sequence, wallet_id) AS problem
      FROM (SELECT account_id, wallet_id, sequence, change_minor, balance_after_minor,
                   lag(sequence, 1, 0::bigint) OVER statement AS sequence_before,
                   lag(balance_after_minor, 1, 0::bigint) OVER statement AS balance_before_minor
              FROM wallet_movements WHERE ${within(sql`account_id`)}
            WINDOW statement AS (PARTITION BY account_id, wallet_id ORDER BY sequence)) lines
     WHERE sequence <> sequence_before + 1 OR balance_after_minor <> balance_before_minor + change_minor
    UNION ALL
    SELECT format('account %s: the statement of wallet %s ends at line %s with %s, and the wallet holds %s after %s',
                  a.account_id, a.id, coalesce(last.sequence, 0), coalesce(last.balance_after_minor, 0),
                  a.balance_minor, a.movement_count)
      FROM ledger_accounts a
      LEFT JOIN LATERAL (SELECT sequence, balance_after_minor FROM wallet_movements m
                          WHERE m.account_id = a.account_id AND m.wallet_id = a.id
                          ORDER BY sequence DESC LIMIT 1) last ON true
     WHERE ${within(sql`a.account_id`)} AND a.balance_minor IS NOT NULL
       AND (a.balance_minor <> coalesce(last.balance_after_minor, 0)
            OR a.movement_count <> coalesce(last.sequence, 0))`
}

/** A line is the net change of one transaction in the wallet; a net change of zero has no line. */
function statementsThatDifferFromTheirEntries(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    WITH changes AS (
      SELECT account_id, destination_id AS wallet_id, transaction_id, amount_minor AS change_minor
        FROM ledger_entries WHERE ${within(sql`account_id`)}
      UNION ALL
      SELECT account_id, source_id, transaction_id, -amount_minor FROM ledger_entries
       WHERE ${within(sql`account_id`)}
    ), posted AS (
      SELECT c.account_id, c.wallet_id, c.transaction_id, t.reason, sum(c.change_minor) AS change_minor
        FROM changes c
        JOIN ledger_accounts a ON a.account_id = c.account_id AND a.id = c.wallet_id
        JOIN ledger_transactions t ON t.account_id = c.account_id AND t.id = c.transaction_id
       WHERE a.balance_minor IS NOT NULL
       GROUP BY c.account_id, c.wallet_id, c.transaction_id, t.reason
      HAVING sum(c.change_minor) <> 0)
    SELECT format('account %s: the statement of wallet %s has %s of transaction %s, its entries come to %s',
                  account_id, wallet_id, coalesce(m.change_minor, 0), transaction_id,
                  coalesce(p.change_minor, 0)) AS problem
      FROM posted p
      FULL JOIN (SELECT * FROM wallet_movements WHERE ${within(sql`account_id`)}) m
     USING (account_id, wallet_id, transaction_id)
     WHERE m.change_minor IS DISTINCT FROM p.change_minor OR m.reason <> p.reason`
}

function malformedTransactions(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: transaction %s has no entries', t.account_id, t.id) AS problem
      FROM ledger_transactions t
     WHERE ${within(sql`t.account_id`)} AND NOT EXISTS (SELECT FROM ledger_entries e
                        WHERE e.account_id = t.account_id AND e.transaction_id = t.id)
    UNION ALL
    SELECT format('account %s: entry %s of transaction %s mixes currencies',
                  e.account_id, e.position, e.transaction_id)
      FROM ledger_entries e
      JOIN ledger_accounts s ON s.account_id = e.account_id AND s.id = e.source_id
      JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
     WHERE ${within(sql`e.account_id`)} AND (e.currency <> s.currency OR e.currency <> d.currency)`
}

/**
 * Of what a paid invoice was paid by card, the vendor was credited the part that its base amount, less a fee that it pays
 * itself, has in the total, rounded half up, and the platform the rest, and no other invoice has credited anything.
 */
function paidInvoicesThatDiffer(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: invoice %s is %s, and the ledger has %s for the vendor and %s in fees',
                  coalesce(i.account_id, p.account_id), coalesce(i.id, p.reference_id), i.status,
                  p.base_minor, p.fee_minor) AS problem
      FROM (SELECT account_id, id, status, total_minor - outside_minor - credited_minor AS card_minor,
                   div(2 * (total_minor - outside_minor - credited_minor)::numeric * (base_amount_minor - vendor_fee_minor) + total_minor,
                       2 * total_minor)::bigint AS card_base_minor
              FROM invoices WHERE status = 'PAID' AND ${within(sql`account_id`)}) i
      FULL JOIN (
        SELECT t.account_id, t.reference_id,
               coalesce(sum(e.amount_minor) FILTER (WHERE d.kind IN ('credit_wallet', 'pending_wallet')), 0)
                 AS base_minor,
               coalesce(sum(e.amount_minor) FILTER (WHERE d.kind = 'platform_fees'), 0) AS fee_minor
          FROM ledger_transactions t
          JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
          JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
         WHERE t.reason = 'invoice.paid' AND ${within(sql`t.account_id`)}
         GROUP BY t.account_id, t.reference_id) p
        ON p.account_id = i.account_id AND p.reference_id = i.id
     WHERE i.id IS NULL OR coalesce(p.base_minor, 0) <> i.card_base_minor
        OR coalesce(p.fee_minor, 0) <> i.card_minor - i.card_base_minor`
}

/**
 * A payment that was recorded is posted as income outside the wallet, and reversed if it was removed; what stays of an
 * invoice's is the part of it that was paid outside. What is credited of one is the sum of its credit notes before the payment.
 */
function outsidePaymentsThatDiffer(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: %s %s is recorded as payment %s, and the ledger has %s as its income',
                  coalesce(o.account_id, p.account_id), coalesce(o.left_minor, 0), coalesce(o.currency, p.currency),
                  coalesce(o.id, p.reference_id), coalesce(p.income_minor, 0)) AS problem
      FROM (SELECT account_id, id, currency, amount_minor,
                   CASE WHEN removed_at IS NULL THEN amount_minor ELSE 0 END AS left_minor
              FROM outside_payments WHERE ${within(sql`account_id`)}) o
      FULL JOIN (
        SELECT t.account_id, t.reference_id, e.currency,
               sum(e.amount_minor) FILTER (WHERE t.reason = 'payment.recorded') AS recorded_minor,
               sum(CASE d.kind WHEN 'outside_income' THEN e.amount_minor ELSE -e.amount_minor END) AS income_minor
          FROM ledger_transactions t
          JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
          JOIN ledger_accounts s ON s.account_id = e.account_id AND s.id = e.source_id
          JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
         WHERE (t.reason IN ('payment.recorded', 'payment.recorded.reversed')
                OR s.kind IN ('outside_funds', 'outside_income') OR d.kind IN ('outside_funds', 'outside_income'))
           AND ${within(sql`t.account_id`)}
         GROUP BY t.account_id, t.reference_id, e.currency) p
        ON p.account_id = o.account_id AND p.reference_id = o.id AND p.currency = o.currency
     WHERE o.id IS NULL OR o.left_minor <> coalesce(p.income_minor, 0)
        OR o.amount_minor IS DISTINCT FROM p.recorded_minor
    UNION ALL
    SELECT format('account %s: %s of invoice %s is credited, its credit notes come to %s',
                  i.account_id, i.credited_minor, i.id, coalesce(c.sum_minor, 0))
      FROM invoices i
      LEFT JOIN (
        SELECT account_id, invoice_id, sum(amount_minor) AS sum_minor FROM invoice_credits
         WHERE ${within(sql`account_id`)}
         GROUP BY account_id, invoice_id) c ON c.account_id = i.account_id AND c.invoice_id = i.id
     WHERE ${within(sql`i.account_id`)} AND i.credited_minor <> coalesce(c.sum_minor, 0)
    UNION ALL
    SELECT format('account %s: %s of invoice %s is paid outside the wallet, its payments come to %s',
                  i.account_id, i.outside_minor, i.id, coalesce(o.sum_minor, 0))
      FROM invoices i
      LEFT JOIN (
        SELECT account_id, invoice_id, sum(amount_minor) AS sum_minor FROM outside_payments
         WHERE removed_at IS NULL AND ${within(sql`account_id`)}
         GROUP BY account_id, invoice_id) o ON o.account_id = i.account_id AND o.invoice_id = i.id
     WHERE ${within(sql`i.account_id`)} AND i.outside_minor <> coalesce(o.sum_minor, 0)`
}

/** Each payout status corresponds to exactly these ledger transactions, each of the payout's amount. */
function payoutsThatDiffer(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: payout %s is %s, and the ledger has %s',
                  coalesce(p.account_id, l.account_id), coalesce(p.id, l.reference_id), p.status, l.reasons) AS problem
      FROM (SELECT * FROM payouts WHERE ${within(sql`account_id`)}) p
      FULL JOIN (
        SELECT t.account_id, t.reference_id,
               array_agg(DISTINCT t.reason::text ORDER BY t.reason::text) AS reasons,
               min(e.amount_minor) AS least_minor, max(e.amount_minor) AS most_minor
          FROM ledger_transactions t
          JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
         WHERE t.reason LIKE 'payout.%' AND ${within(sql`t.account_id`)}
         GROUP BY t.account_id, t.reference_id) l
        ON l.account_id = p.account_id AND l.reference_id = p.id
     WHERE p.id IS NULL OR l.reasons IS NULL
        OR l.least_minor <> p.amount_minor OR l.most_minor <> p.amount_minor
        OR l.reasons <> CASE p.status
             WHEN 'PROCESSING' THEN ARRAY['payout.requested']
             WHEN 'PAID' THEN ARRAY['payout.delivered', 'payout.requested']
             WHEN 'FAILED' THEN ARRAY['payout.requested', 'payout.requested.reversed']
             WHEN 'RETURNED' THEN ARRAY['payout.delivered', 'payout.delivered.reversed',
                                        'payout.requested', 'payout.requested.reversed']
           END`
}

function moneyInTransitThatDiffers(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: %s %s in transit, %s in payouts that are not settled',
                  account_id, sum(transit_minor), currency, sum(held_minor)) AS problem
      FROM (
        SELECT e.account_id, e.currency, e.amount_minor AS transit_minor, 0 AS held_minor
          FROM ledger_entries e
          JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
         WHERE d.kind = 'payouts_in_transit' AND ${within(sql`e.account_id`)}
        UNION ALL
        SELECT e.account_id, e.currency, -e.amount_minor, 0
          FROM ledger_entries e
          JOIN ledger_accounts s ON s.account_id = e.account_id AND s.id = e.source_id
         WHERE s.kind = 'payouts_in_transit' AND ${within(sql`e.account_id`)}
        UNION ALL
        SELECT account_id, currency, 0, amount_minor FROM payouts
         WHERE status = 'PROCESSING' AND ${within(sql`account_id`)}) sums
     GROUP BY account_id, currency
    HAVING sum(transit_minor) <> sum(held_minor)`
}

/**
 * The holds' remainders add up to the pending balance, each hold is of its paid invoice, and a released one has
 * ended.
 */
function holdsThatDiffer(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: %s %s pending, %s left of its holds',
                  account_id, coalesce(pending_minor, 0), currency, coalesce(left_minor, 0)) AS problem
      FROM (SELECT account_id, currency, balance_minor AS pending_minor FROM ledger_accounts
             WHERE kind = 'pending_wallet' AND ${within(sql`account_id`)}) pending
      FULL JOIN (SELECT account_id, currency, sum(left_minor) AS left_minor FROM wallet_holds
                  WHERE ${within(sql`account_id`)} GROUP BY account_id, currency) holds
     USING (account_id, currency)
     WHERE coalesce(pending_minor, 0) <> coalesce(left_minor, 0)
    UNION ALL
    SELECT format('account %s: invoice %s is paid and pending, and has %s on hold', account_id,
                  coalesce(h.invoice_id, p.invoice_id), coalesce(h.amount_minor, 0))
      FROM (SELECT account_id, invoice_id, amount_minor FROM wallet_holds WHERE ${within(sql`account_id`)}) h
      FULL JOIN (
        SELECT t.account_id, t.reference_id AS invoice_id, e.amount_minor
          FROM ledger_transactions t
          JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
          JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
         WHERE t.reason = 'invoice.paid' AND d.kind = 'pending_wallet' AND ${within(sql`t.account_id`)}) p
     USING (account_id, invoice_id)
     WHERE h.amount_minor IS DISTINCT FROM p.amount_minor
    UNION ALL
    SELECT format('account %s: the hold of invoice %s goes on after its release', account_id, invoice_id)
      FROM wallet_holds t
     WHERE ${within(sql`account_id`)} AND released_at IS NULL
       AND EXISTS (SELECT FROM ledger_transactions r WHERE r.account_id = t.account_id
                      AND r.reference_id = t.invoice_id AND r.reason = 'hold.released')`
}

/** The amount that counts towards a daily limit is the sum of the day's payouts, in UTC, that have not failed. */
function payoutDaysThatDiffer(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: %s counts for the daily limit of %s, its payouts come to %s',
                  account_id, coalesce(d.total_minor, 0), day, coalesce(p.total_minor, 0)) AS problem
      FROM (SELECT * FROM payout_days WHERE ${within(sql`account_id`)}) d
      FULL JOIN (
        SELECT account_id, limit_day AS day, sum(amount_minor) AS total_minor FROM payouts
         WHERE status <> 'FAILED' AND limit_day IS NOT NULL AND ${within(sql`account_id`)} GROUP BY 1, 2) p
     USING (account_id, day)
     WHERE coalesce(d.total_minor, 0) <> coalesce(p.total_minor, 0)`
}

/**
 * A refund or dispute has taken its amount, the vendor's part of it and the platform's; one that was given back
 * has moved nothing on balance.
 */
function reversalsThatDiffer(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: %s %s is %s, and the ledger has %s of the vendor and %s of the platform',
                  coalesce(r.account_id, p.account_id), coalesce(r.kind, 'refund or dispute'),
                  coalesce(r.id, p.reference_id), r.status, coalesce(p.base_minor, 0),
                  coalesce(p.fee_minor, 0)) AS problem
      FROM (SELECT account_id, id, kind, status,
                   CASE WHEN status IN ('FAILED', 'WON') THEN 0 ELSE base_minor END AS base_minor,
                   CASE WHEN status IN ('FAILED', 'WON') THEN 0 ELSE amount_minor - base_minor END AS fee_minor
              FROM (SELECT account_id, id, 'refund' AS kind, status::text, amount_minor, base_minor FROM refunds
                    UNION ALL
                    SELECT account_id, id, 'dispute', status::text, amount_minor, base_minor FROM disputes) either
             WHERE ${within(sql`account_id`)}) r
      FULL JOIN (
        SELECT t.account_id, t.reference_id,
               sum(side.sign * e.amount_minor) FILTER (WHERE side.kind <> 'platform_fees') AS base_minor,
               sum(side.sign * e.amount_minor) FILTER (WHERE side.kind = 'platform_fees') AS fee_minor
          FROM ledger_transactions t
          JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
          JOIN ledger_accounts s ON s.account_id = e.account_id AND s.id = e.source_id
          JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
         CROSS JOIN LATERAL (SELECT CASE WHEN d.kind = 'provider_clearing' THEN 1 ELSE -1 END AS sign,
                                    CASE WHEN d.kind = 'provider_clearing' THEN s.kind ELSE d.kind END AS kind) side
         WHERE t.reason IN ('refund.made', 'refund.failed', 'dispute.opened', 'dispute.won')
           AND ${within(sql`t.account_id`)}
         GROUP BY t.account_id, t.reference_id) p
        ON p.account_id = r.account_id AND p.reference_id = r.id
     WHERE r.id IS NULL OR r.base_minor <> coalesce(p.base_minor, 0) OR r.fee_minor <> coalesce(p.fee_minor, 0)`
}

/**
 * Refunds and disputes of a payment have given back at most its fee, and none of one that the vendor paid and that a refund
 * keeps; those that took the whole payment have given back exactly the fee otherwise.
 */
function feesGivenBackThatDiffer(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: refunds and disputes of invoice %s took %s of %s and gave %s of its fee of %s back',
                  account_id, invoice_id, amount_minor, paid_minor, given_back_minor, fee_minor) AS problem
      FROM (
        SELECT payment.account_id, payment.invoice_id, payment.amount_minor AS paid_minor,
               invoice.vendor_fee_minor > 0 AND NOT invoice.returns_fee AS is_kept,
               payment.amount_minor
                 - div(2 * payment.amount_minor::numeric * (invoice.base_amount_minor - invoice.vendor_fee_minor)
                         + invoice.total_minor, 2 * invoice.total_minor) AS fee_minor,
               sum(taken.amount_minor) AS amount_minor, sum(taken.amount_minor - taken.base_minor) AS given_back_minor
          FROM (SELECT account_id, payment_id, amount_minor, base_minor FROM refunds
                 WHERE status <> 'FAILED' AND ${within(sql`account_id`)}
                UNION ALL
                SELECT account_id, payment_id, amount_minor, base_minor FROM disputes
                 WHERE status <> 'WON' AND ${within(sql`account_id`)}) AS taken
          JOIN payments AS payment ON payment.account_id = taken.account_id AND payment.id = taken.payment_id
          JOIN invoices AS invoice ON invoice.account_id = payment.account_id AND invoice.id = payment.invoice_id
         GROUP BY payment.account_id, payment.id, invoice.account_id, invoice.id) AS reversed
     WHERE given_back_minor > CASE WHEN is_kept THEN 0 ELSE fee_minor END
        OR (amount_minor = paid_minor AND NOT is_kept AND given_back_minor <> fee_minor)`
}

/** A dispute's fee was taken from the vendor, less what the provider has returned of it. */
function disputeFeesThatDiffer(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: the fee of dispute %s is %s %s, and the ledger has %s',
                  coalesce(r.account_id, p.account_id), coalesce(r.id, p.reference_id), coalesce(r.fee_minor, 0),
                  coalesce(r.currency, p.currency), coalesce(p.fee_minor, 0)) AS problem
      FROM (SELECT account_id, id, fee_currency AS currency, fee_minor - coalesce(fee_returned_minor, 0) AS fee_minor
              FROM disputes
             WHERE fee_minor IS NOT NULL AND ${within(sql`account_id`)}) r
      FULL JOIN (
        SELECT t.account_id, t.reference_id, e.currency,
               sum(CASE WHEN t.reason = 'dispute.fee' THEN e.amount_minor ELSE -e.amount_minor END) AS fee_minor
          FROM ledger_transactions t
          JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
         WHERE t.reason IN ('dispute.fee', 'dispute.fee_returned') AND ${within(sql`t.account_id`)}
         GROUP BY t.account_id, t.reference_id, e.currency) p
        ON p.account_id = r.account_id AND p.reference_id = r.id AND p.currency = r.currency
     WHERE r.id IS NULL OR r.fee_minor <> coalesce(p.fee_minor, 0)`
}

/** The fee that a provider kept of a payment is posted at the operator's cost, and no other is. */
function paymentFeesThatDiffer(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: the fee of payment %s is %s %s, and the ledger has %s',
                  coalesce(f.account_id, p.account_id), coalesce(f.id, p.reference_id), coalesce(f.fee_minor, 0),
                  coalesce(f.currency, p.currency), coalesce(p.fee_minor, 0)) AS problem
      FROM (SELECT account_id, id, fee_currency AS currency, fee_minor FROM payments
             WHERE fee_minor <> 0 AND ${within(sql`account_id`)}) f
      FULL JOIN (
        SELECT t.account_id, t.reference_id, e.currency, sum(e.amount_minor) AS fee_minor
          FROM ledger_transactions t
          JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
         WHERE t.reason = 'payment.fee' AND ${within(sql`t.account_id`)}
         GROUP BY t.account_id, t.reference_id, e.currency) p
        ON p.account_id = f.account_id AND p.reference_id = f.id AND p.currency = f.currency
     WHERE f.fee_minor IS DISTINCT FROM p.fee_minor`
}

/** The same of a transfer. */
function transferFeesThatDiffer(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: the fee of transfer %s is %s %s, and the ledger has %s',
                  coalesce(f.account_id, p.account_id), coalesce(f.provider_transfer_id, p.reference_id::text),
                  coalesce(f.amount_minor, 0), coalesce(f.currency, p.currency), coalesce(p.amount_minor, 0)) AS problem
      FROM (SELECT account_id, id, provider_transfer_id, currency, amount_minor FROM transfer_fees
             WHERE amount_minor <> 0 AND ${within(sql`account_id`)}) f
      FULL JOIN (
        SELECT t.account_id, t.reference_id, e.currency, sum(e.amount_minor) AS amount_minor
          FROM ledger_transactions t
          JOIN ledger_entries e ON e.account_id = t.account_id AND e.transaction_id = t.id
         WHERE t.reason = 'transfer.fee' AND ${within(sql`t.account_id`)}
         GROUP BY t.account_id, t.reference_id, e.currency) p
        ON p.account_id = f.account_id AND p.reference_id = f.id AND p.currency = f.currency
     WHERE f.amount_minor IS DISTINCT FROM p.amount_minor`
}

/** A vendor who owes something has nothing pending or available in that currency: it would have settled the debt. */
function debtsBesideMoney(tx: Orm, within: Within): Promise<Finding[]> {
  return tx.$queryRaw<Finding[]>`
    SELECT format('account %s: %s %s is owed, and the vendor has %s', account_id, -owed.balance_minor, currency,
                  sum(wallet.balance_minor)) AS problem
      FROM ledger_accounts owed
      JOIN ledger_accounts wallet USING (account_id, currency)
     WHERE ${within(sql`account_id`)} AND owed.kind = 'owed_by_vendor' AND owed.balance_minor < 0
       AND wallet.kind IN ('credit_wallet', 'pending_wallet') AND wallet.balance_minor > 0
     GROUP BY account_id, currency, owed.balance_minor`
}
