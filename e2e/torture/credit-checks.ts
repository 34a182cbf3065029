import type { Stage } from './stage'

/* Credits of invoices that were not paid yet, checked from amounts and numbers alone. */

export async function checkCredits(stage: Stage): Promise<void> {
  await checkAmounts(stage)
  await checkPaymentsBesideCredits(stage)
  await checkNumbers(stage)
}

/** Each invoice with credits, and what these take off its lines. */
const CREDITED = `
  SELECT i.*, c.credits_minor, c.lines_minor
    FROM invoices i
    JOIN (SELECT account_id, invoice_id, sum(amount_minor) AS credits_minor,
                 sum((SELECT sum(gross) FROM unnest(line_gross_minor) AS gross)) AS lines_minor
            FROM invoice_credits GROUP BY account_id, invoice_id) c ON c.account_id = i.account_id AND c.invoice_id = i.id`

async function checkAmounts(stage: Stage): Promise<void> {
  stage.tally.expectNone(
    'invoices that are credited by another sum than their credit notes, or by more than was due',
    await stage.rows(`
      SELECT i.id, i.status, i.credited_minor, i.outside_minor, i.total_minor, c.credits_minor
        FROM invoices i
        LEFT JOIN (${CREDITED}) c ON c.account_id = i.account_id AND c.id = i.id
       WHERE i.credited_minor <> coalesce(c.credits_minor, 0) OR i.credited_minor + i.outside_minor > i.total_minor
          OR i.status = 'VOIDED' AND i.credited_minor NOT IN (0, i.total_minor)
          OR i.status NOT IN ('PAID', 'VOIDED') AND i.credited_minor + i.outside_minor = i.total_minor`),
  )
  stage.tally.expectNone(
    'credits that take another part of the fee than of the lines',
    await stage.rows(`
      SELECT id, credited_minor, lines_minor, base_amount_minor, fee_amount_minor FROM (${CREDITED}) i
       WHERE lines_minor > base_amount_minor OR credited_minor - lines_minor NOT BETWEEN 0 AND fee_amount_minor
          -- To the cent, where nothing was paid outside: rounded once, over all of them.
          OR NOT EXISTS (SELECT FROM outside_payments o WHERE o.account_id = i.account_id AND o.invoice_id = i.id)
             AND credited_minor <> div(2 * lines_minor * total_minor + base_amount_minor, 2 * base_amount_minor)`),
  )
  stage.tally.expectNone(
    'lines of which credits and refunds took more than they came to',
    await stage.rows(`
      SELECT item.invoice_id, item.position, taken.gross, taken.tax FROM (
        SELECT account_id, invoice_id, share.place, sum(share.gross) AS gross, sum(share.tax) AS tax
          FROM (SELECT account_id, invoice_id, line_gross_minor, line_tax_minor FROM invoice_credits
                 UNION ALL
                SELECT account_id, invoice_id, line_gross_minor, line_tax_minor FROM refunds
                 WHERE status IN ('PENDING', 'SUCCEEDED')) AS note
         CROSS JOIN unnest(line_gross_minor, line_tax_minor) WITH ORDINALITY AS share (gross, tax, place)
         GROUP BY account_id, invoice_id, share.place) AS taken
        JOIN (SELECT *, row_number() OVER (PARTITION BY account_id, invoice_id ORDER BY position) AS place
                FROM invoice_items) AS item
          ON item.account_id = taken.account_id AND item.invoice_id = taken.invoice_id AND item.place = taken.place
       WHERE taken.tax > item.tax_minor OR taken.gross > item.line_amount_minor - item.discount_minor
               + CASE WHEN item.tax_inclusive THEN 0 ELSE item.tax_minor END`),
  )
}

/** No payment stands of what was credited: what a card paid of it all the same is given back. And a credit moves no money. */
async function checkPaymentsBesideCredits(stage: Stage): Promise<void> {
  stage.tally.expectNone(
    'payments that stand and are not what credits and other payments have left of their invoice',
    await stage.rows(`
      SELECT p.id, p.amount_minor, i.id AS invoice, i.status, i.total_minor, i.outside_minor, i.credited_minor
        FROM payments p JOIN invoices i ON i.account_id = p.account_id AND i.id = p.invoice_id
       WHERE p.status = 'SUCCEEDED'
         AND (i.status <> 'PAID' OR p.amount_minor <> i.total_minor - i.outside_minor - i.credited_minor)`),
  )
  stage.tally.expectNone(
    'entries of the ledger about a credit',
    await stage.rows(`
      SELECT t.account_id, t.id, t.reason FROM ledger_transactions t
        JOIN invoice_credits c ON c.account_id = t.account_id AND c.id = t.reference_id`),
  )
}

async function checkNumbers(stage: Stage): Promise<void> {
  stage.tally.expectNone(
    'invoices whose credit notes are not numbered from 1 without a gap',
    await stage.rows(`
      SELECT account_id, invoice_id, array_agg(number ORDER BY number) AS numbers FROM (
        SELECT account_id, invoice_id, credit_note_number AS number FROM invoice_credits
         UNION ALL
        SELECT account_id, invoice_id, credit_note_number FROM refunds WHERE credit_note_number IS NOT NULL) AS note
       GROUP BY account_id, invoice_id
      HAVING count(DISTINCT number) <> count(*) OR max(number) <> count(*) OR min(number) <> 1`),
  )
}
