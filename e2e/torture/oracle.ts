import { createHmac } from 'node:crypto'
import { residentMb } from '@/bench/processes'
import { payoutIdOf } from '@/lib/payouts/rails'
import { checkCredits } from './credit-checks'
import { descriptorsOf, type Stage } from './stage'

/** Time limit for all pending work, later attempts included, which are made due at once. */
const REST_MS = 60_000
const MAX_RESIDENT_MB = 700
const MAX_DESCRIPTORS = 600

/**
 * Checks that must hold after every scene, whatever happened in it: the service is well, nothing is pending, the books
 * agree with themselves, with the providers and with what clients and receivers were told.
 */
export async function checkEverything(stage: Stage): Promise<void> {
  const { tally } = stage
  tally.expect(await isWell(stage), `the service is not well: ${await health(stage)}`)
  tally.expectNone('still pending after a minute', await comeToRest(stage))
  await checkLedger(stage)
  await checkPayouts(stage)
  await checkPayments(stage)
  await checkRefunds(stage)
  await checkCredits(stage)
  await checkFees(stage)
  await checkReceipts(stage)
  await checkEvents(stage)
  await checkDeliveries(stage)
  checkResources(stage)
}

async function isWell(stage: Stage): Promise<boolean> {
  return stage.until(async () => (await health(stage)) === '200')
}

async function health({ service }: Stage): Promise<string> {
  const response = await fetch(`${service.url}/api/health`).catch(() => null)
  if (!response) return 'no answer'
  return response.ok ? '200' : `${response.status} ${await response.text()}`
}

const PENDING = `
  SELECT 'payouts' AS queue, id::text FROM payouts WHERE status = 'PROCESSING'
  UNION ALL SELECT 'payments', id::text FROM payments WHERE status = 'REFUNDING'
  UNION ALL SELECT 'refunds', id::text FROM refunds WHERE status = 'PENDING'
  UNION ALL SELECT 'checkout_sessions', number::text FROM checkout_sessions
             WHERE status = 'OPEN' AND (provider_reference = ANY ($1::text[]) OR provider_reference IN (
               SELECT reference FROM sandbox_checkout_sessions WHERE status = 'PAID'))
  UNION ALL SELECT 'webhook_deliveries', id::text FROM webhook_deliveries WHERE status = 'PENDING'`

/**
 * Waits until no work is pending, with everything that is due later due now: as if the hours between two
 * attempts were over. Returns what is pending after a minute.
 */
export async function comeToRest(stage: Stage): Promise<object[]> {
  let pending: object[] = []
  await stage.until(async () => {
    const paid = Object.values(stage.providers.books).flatMap((books) => books.paidSessions())
    pending = await stage.rows(PENDING, [paid])
    if (pending.length > 0) await makeDue(stage)
    return pending.length === 0
  }, REST_MS)
  return pending
}

async function makeDue(stage: Stage): Promise<void> {
  for (const [table, open] of [
    ['payouts', `status = 'PROCESSING'`],
    ['payments', `status = 'REFUNDING'`],
    ['refunds', `status = 'PENDING'`],
    ['checkout_sessions', `status = 'OPEN'`],
    ['webhook_deliveries', `status = 'PENDING'`],
  ]) {
    await stage.rows(
      `UPDATE ${table} SET next_attempt_at = now()
        WHERE ${open} AND next_attempt_at > now() AND coalesce(lease_until, '-infinity') < now()`,
    )
  }
  // A transfer that a provider doesn't list may be on its way for a day, and until then its refusal doesn't count.
  await stage.rows(
    `UPDATE payouts SET rail_since = now() - interval '25 hours'
      WHERE status = 'PROCESSING' AND provider = 'airwallex' AND attempt_count > 2
        AND coalesce(rail_since, created_at) > now() - interval '24 hours'
        AND coalesce(lease_until, '-infinity') < now()`,
  )
}

/**
 * Invoices with what a card pays or has paid of them, after credits and payments outside the wallet, and the vendor's part of
 * that, from the frozen amounts alone.
 */
const CARD_SHARES = `
  SELECT invoices.*, total_minor - outside_minor - credited_minor AS card_minor,
         div(2 * (total_minor - outside_minor - credited_minor)::numeric * (base_amount_minor - vendor_fee_minor) + total_minor,
             2 * total_minor) AS vendor_minor
    FROM invoices`

async function checkLedger(stage: Stage): Promise<void> {
  const { tally } = stage
  const { verifyLedger } = await import('@/lib/ledger/verify')
  const { inOrmTransaction } = await import('@/lib/db/transaction')
  const report = await inOrmTransaction((tx) => verifyLedger(tx), { isolation: 'RepeatableRead' })
  tally.expectNone('the ledger verification found problems', report.problems)
  tally.expectNone(
    'wallets that are not the sum of their entries',
    await stage.rows(`
      SELECT a.account_id, a.id, a.balance_minor, coalesce(sum(e.change_minor), 0) AS entries
        FROM ledger_accounts a
        LEFT JOIN (SELECT account_id, destination_id AS id, amount_minor AS change_minor FROM ledger_entries
                   UNION ALL SELECT account_id, source_id, -amount_minor FROM ledger_entries) e
          USING (account_id, id)
       WHERE a.balance_minor IS NOT NULL
       GROUP BY a.account_id, a.id, a.balance_minor
      HAVING a.balance_minor <> coalesce(sum(e.change_minor), 0)`),
  )
  // Computed from the acts of the world, not from the entries: funds that were added and what cards paid, less the fees and the
  // payouts and refunds that stand. A credit of an open invoice moves nothing.
  tally.expectNone(
    'vendors whose wallets are not what was credited, paid in, paid out and refunded',
    await stage.rows(
      `SELECT * FROM (
         SELECT account.id, coalesce(wallets.sum, 0) AS wallets,
                account.credited + coalesce(income.sum, 0) - coalesce(outcome.sum, 0) - coalesce(refunded.sum, 0) AS expected
           FROM unnest($1::uuid[], $2::bigint[]) AS account (id, credited)
           LEFT JOIN (SELECT account_id AS id, sum(vendor_minor)::bigint AS sum FROM (${CARD_SHARES}) AS paid
                       WHERE status = 'PAID' GROUP BY account_id) AS income USING (id)
           LEFT JOIN (SELECT account_id AS id, sum(amount_minor)::bigint AS sum FROM payouts
                       WHERE status IN ('PAID', 'PROCESSING') GROUP BY account_id) AS outcome USING (id)
           LEFT JOIN (SELECT account_id AS id, sum(base_minor)::bigint AS sum FROM refunds
                       WHERE status IN ('PENDING', 'SUCCEEDED') GROUP BY account_id) AS refunded USING (id)
           LEFT JOIN (SELECT account_id AS id, sum(balance_minor)::bigint AS sum FROM ledger_accounts
                       WHERE kind::text <> 'customer_wallet' GROUP BY account_id) AS wallets USING (id)) AS sums
        WHERE wallets <> expected`,
      [stage.actors.map(({ account }) => account.id), stage.actors.map(({ creditedMinor }) => creditedMinor)],
    ),
  )
}

/** By the frozen terms of each invoice, from the amounts alone: what refunds gave back of the fee, to customers or vendors. */
async function checkFees(stage: Stage): Promise<void> {
  stage.tally.expectNone(
    'refunds that gave back another part of the fee than their invoice says',
    await stage.rows(`
      SELECT i.id, i.returns_fee, r.amount, r.base, i.card_minor, i.vendor_minor, i.vendor_fee_minor
        FROM (${CARD_SHARES}) i
        JOIN (SELECT account_id, invoice_id, sum(amount_minor) AS amount, sum(base_minor) AS base FROM refunds
               WHERE status IN ('PENDING', 'SUCCEEDED') GROUP BY account_id, invoice_id) r
          ON r.account_id = i.account_id AND r.invoice_id = i.id
       WHERE NOT EXISTS (SELECT FROM disputes d WHERE d.account_id = i.account_id AND d.invoice_id = i.id)
         AND abs(r.amount - r.base - CASE
               WHEN NOT i.returns_fee THEN 0
               WHEN i.vendor_fee_minor > 0 THEN r.amount * (i.card_minor - i.vendor_minor) / i.card_minor
               ELSE r.base * (i.card_minor - i.vendor_minor) / nullif(i.vendor_minor, 0) END) > 1`),
  )
  // To the cent, where we asked for every refund and none failed: rounded once, over all of them.
  stage.tally.expectNone(
    'refunds whose parts of the fee were not rounded as a whole',
    await stage.rows(`
      SELECT i.id, r.amount, r.base, i.card_minor, i.vendor_minor, i.vendor_fee_minor
        FROM (${CARD_SHARES}) i
        JOIN (SELECT account_id, invoice_id, sum(amount_minor) AS amount, sum(base_minor) AS base FROM refunds
               GROUP BY account_id, invoice_id HAVING bool_and(status IN ('PENDING', 'SUCCEEDED') AND request_id IS NOT NULL)) r
          ON r.account_id = i.account_id AND r.invoice_id = i.id
       WHERE i.returns_fee
         AND NOT EXISTS (SELECT FROM disputes d WHERE d.account_id = i.account_id AND d.invoice_id = i.id)
         AND CASE WHEN i.vendor_fee_minor > 0
               THEN r.base <> div(2 * r.amount * i.vendor_minor + i.card_minor, 2 * i.card_minor)
               ELSE r.amount - r.base <> div(2 * r.base * (i.card_minor - i.vendor_minor) + i.vendor_minor,
                                             2 * nullif(i.vendor_minor, 0)) END`),
  )
}

async function checkPayouts(stage: Stage): Promise<void> {
  const { tally } = stage
  tally.expectNone(
    'payouts and transfers of the sandbox that do not match one to one',
    await stage.rows(`
      SELECT p.id, p.status, p.amount_minor, t.idempotency_key, t.status AS theirs, t.amount_minor AS their_amount
        FROM (SELECT * FROM payouts WHERE provider = 'sandbox' AND status <> 'FAILED') p
        FULL JOIN (SELECT * FROM sandbox_transfers WHERE status NOT IN ('VOIDED', 'REFUSED')) t
          ON t.idempotency_key = p.id::text
       WHERE p.id IS NULL OR t.idempotency_key IS NULL OR p.amount_minor <> t.amount_minor
          OR p.status = 'PAID' AND t.status <> 'DELIVERED' OR p.status = 'RETURNED' AND t.status <> 'RETURNED'`),
  )
  for (const [provider, books] of Object.entries(stage.providers.books)) {
    const ours = await stage.rows<{ id: string; amount: string }>(
      `SELECT id, amount_minor::text AS amount FROM payouts WHERE provider = $1 AND status <> 'FAILED'`,
      [provider],
    )
    const amounts = new Map(ours.map(({ id, amount }) => [id, amount]))
    const theirs = books
      .transfers()
      .map(({ key, amountMinor }) => ({ id: payoutIdOf(key), amount: String(amountMinor) }))
    // Each rail that is tried has a key of its own, so that the provider can't know that two are one payout.
    tally.expectNone(`payouts that ${provider} has paid twice`, repeated(theirs.map(({ id }) => id)))
    const theirIds = new Set(theirs.map(({ id }) => id))
    tally.expectNone(
      `payouts without a transfer at ${provider}`,
      ours.filter(({ id }) => !theirIds.has(id)),
    )
    tally.expectNone(
      `transfers at ${provider} without a payout of their amount`,
      theirs.filter(({ id, amount }) => amounts.get(id) !== amount),
    )
    tally.expectNone(`complaints of ${provider} about our requests`, books.complaints())
  }
  // A vendor that repeats each request until it is answered knows each payout that took its money.
  const surely = stage.actors.filter(({ knowsAll }) => knowsAll)
  const payoutIds = surely.flatMap(({ payouts }) => [...payouts.values()])
  tally.expectNone(
    'payouts that took money and that no client was told of',
    await stage.rows(
      `SELECT id, account_id, status, amount_minor FROM payouts
        WHERE account_id = ANY ($1::uuid[]) AND status IN ('PAID', 'PROCESSING') AND NOT id = ANY ($2::uuid[])`,
      [surely.map(({ account }) => account.id), payoutIds],
    ),
  )
  tally.expectNone(
    'payouts that were the answer to two keys',
    new Set(payoutIds).size === payoutIds.length
      ? []
      : [`${payoutIds.length} keys, ${new Set(payoutIds).size} payouts`],
  )
}

async function checkPayments(stage: Stage): Promise<void> {
  const { tally } = stage
  tally.expectNone(
    'paid charges of the sandbox and our payments that do not match one to one',
    await stage.rows(`
      SELECT p.provider_reference, c.reference, c.status AS theirs
        FROM (SELECT provider_reference, sum(amount_minor) AS amount_minor FROM payments
               WHERE provider = 'sandbox' AND session_reference IS NOT NULL GROUP BY provider_reference) p
        FULL JOIN (SELECT * FROM sandbox_charges WHERE status = 'PAID') c ON c.reference = p.provider_reference
        LEFT JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
       WHERE p.provider_reference IS NULL OR c.reference IS NULL OR p.amount_minor <> s.amount_minor`),
  )
  tally.expectNone(
    'invoices of paid checkouts without exactly one payment of their part',
    await stage.rows(`
      SELECT part.account_id, part.number, part.invoice_id
        FROM (SELECT account_id, number, provider, provider_reference, invoice_id, amount_minor FROM checkout_sessions
               WHERE status = 'PAID' AND invoice_id IS NOT NULL
              UNION ALL
              SELECT session.account_id, session.number, session.provider, session.provider_reference,
                     joint.invoice_id, joint.amount_minor
                FROM checkout_sessions AS session
                JOIN joint_checkout_parts AS joint
                  ON joint.account_id = session.account_id AND joint.joint_checkout_id = session.joint_checkout_id
               WHERE session.status = 'PAID') AS part
        LEFT JOIN payments AS payment
          ON payment.account_id = part.account_id AND payment.provider = part.provider
         AND payment.session_reference = part.provider_reference AND payment.invoice_id = part.invoice_id
       GROUP BY part.account_id, part.number, part.invoice_id, part.amount_minor
      HAVING count(payment.id) <> 1 OR min(payment.amount_minor) <> part.amount_minor`),
  )
  for (const [provider, books] of Object.entries(stage.providers.books)) {
    const ours = await stage.rows<{ reference: string; amount: string }>(
      `SELECT provider_reference AS reference, sum(amount_minor)::text AS amount FROM payments
        WHERE provider = $1 AND status IN ('SUCCEEDED', 'REFUNDED') GROUP BY provider_reference`,
      [provider],
    )
    const amounts = new Map(ours.map(({ reference, amount }) => [reference, amount]))
    const theirs = books.payments()
    tally.expectNone(
      `payments at ${provider} that we do not have in their amount`,
      theirs
        .filter(({ reference, amountMinor }) => amounts.get(reference) !== String(amountMinor))
        .map(({ reference, amountMinor }) => `${reference} of ${amountMinor}`),
    )
    tally.expect(
      ours.length === theirs.length,
      `${ours.length} charges at ${provider} here, ${theirs.length} there`,
    )
  }
  tally.expectNone(
    'invoices that were booked as paid other than once',
    await stage.rows(`
      SELECT i.id, i.status, i.card_minor, count(t.id) AS booked FROM (${CARD_SHARES}) i
        LEFT JOIN ledger_transactions t
          ON t.account_id = i.account_id AND t.reference_id = i.id AND t.reason = 'invoice.paid'
       GROUP BY i.account_id, i.id, i.status, i.card_minor
      HAVING count(t.id) <> CASE WHEN i.status = 'PAID' AND i.card_minor > 0 THEN 1 ELSE 0 END`),
  )
}

async function checkRefunds(stage: Stage): Promise<void> {
  for (const [provider, books] of Object.entries(stage.providers.books)) {
    const ours = await stage.rows<{ key: string; amount: string }>(
      `SELECT id::text AS key, amount_minor::text AS amount FROM refunds WHERE provider = $1 AND status = 'SUCCEEDED'
       UNION ALL SELECT id::text, amount_minor::text FROM payments WHERE provider = $1 AND status = 'REFUNDED'`,
      [provider],
    )
    const known = new Set(ours.map(({ key, amount }) => `${key} of ${amount}`))
    const refunds = books.refunds().map(({ key, amountMinor }) => `${key} of ${amountMinor}`)
    const theirs = new Set(refunds)
    stage.tally.expectNone(
      `refunds at ${provider} that we do not have in their amount`,
      refunds.filter((each) => !known.has(each)),
    )
    stage.tally.expectNone(`refunds that ${provider} has made twice`, repeated(refunds))
    stage.tally.expectNone(
      `refunds that ${provider} has not made`,
      [...known].filter((each) => !theirs.has(each)),
    )
  }
}

function repeated(ids: string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index)
}

/** An answer of 2xx promised that it exists, with this amount, in this account. */
async function checkReceipts(stage: Stage): Promise<void> {
  for (const table of ['customers', 'bank_accounts', 'invoices', 'payouts'] as const) {
    const receipts = stage.receipts.filter((each) => each.table === table)
    const amount = { payouts: 'k.amount_minor', invoices: 'k.base_amount_minor' }[table as string] ?? 'NULL'
    stage.tally.expectNone(
      `acknowledged ${table} that are missing, another account's or of another amount`,
      await stage.rows(
        `SELECT receipt.* FROM unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS receipt (id, account_id, amount)
           LEFT JOIN ${table} k ON k.id = receipt.id AND k.account_id = receipt.account_id
            AND (receipt.amount IS NULL OR receipt.amount = ${amount})
          WHERE k.id IS NULL`,
        [
          receipts.map(({ id }) => id),
          receipts.map(({ accountId }) => accountId),
          receipts.map(({ amountMinor }) => amountMinor),
        ],
      ),
    )
  }
}

async function checkEvents(stage: Stage): Promise<void> {
  const words = `CASE c.to_status WHEN 'CREATED' THEN 'Invoice Created' ELSE initcap(c.to_status::text) END`
  stage.tally.expectNone(
    'status changes without their event',
    await stage.rows(`
      SELECT i.id, c.sequence, c.to_status FROM invoice_status_changes c
        JOIN invoices i ON i.account_id = c.account_id AND i.id = c.invoice_id
       WHERE i.webhook_url IS NOT NULL AND NOT EXISTS (
         SELECT FROM webhook_deliveries d
          WHERE d.account_id = c.account_id AND d.invoice_id = c.invoice_id AND d.sequence = c.sequence
            AND d.payload::jsonb -> 'invoice' ->> 'status' = ${words})`),
  )
  stage.tally.expectNone(
    'invoices whose status is not the last of their history',
    await stage.rows(`
      SELECT i.id, i.status, i.status_sequence FROM invoices i
        LEFT JOIN invoice_status_changes c
          ON c.account_id = i.account_id AND c.invoice_id = i.id AND c.sequence = i.status_sequence
       WHERE i.status_sequence > 0 AND c.to_status IS DISTINCT FROM i.status
          OR i.status_sequence = 0 AND i.status <> 'CREATED'`),
  )
  stage.tally.expectNone(
    'more events of a payment than payments',
    await stage.rows(`
      SELECT e.* FROM (SELECT account_id, subject_id, count(*)::int FROM events
                        WHERE type = 'invoice.paid' GROUP BY account_id, subject_id) AS e
        LEFT JOIN (SELECT account_id, invoice_id, count(*)::int FROM invoice_status_changes
                    WHERE to_status = 'PAID' GROUP BY account_id, invoice_id) AS c
          ON c.account_id = e.account_id AND c.invoice_id = e.subject_id
       WHERE e.count > coalesce(c.count, 0)`),
  )
  stage.tally.expectNone(
    'events of a change that never happened',
    await stage.rows(`
      SELECT d.id, d.invoice_id, d.sequence FROM webhook_deliveries d
       WHERE d.invoice_id IS NOT NULL AND d.sequence > 0 AND NOT EXISTS (
         SELECT FROM invoice_status_changes c
          WHERE c.account_id = d.account_id AND c.invoice_id = d.invoice_id AND c.sequence = d.sequence)`),
  )
}

/** Everything that the well-behaved receiver got is signed and is an event of ours, and it got every event. */
async function checkDeliveries(stage: Stage): Promise<void> {
  const { tally, receivers } = stage
  const secrets = new Map(stage.actors.map(({ account, webhookSecret }) => [account.id, webhookSecret]))
  const unsigned = receivers.deliveries.filter(({ signed, body, path }) => {
    const secret = secrets.get(path.split('/')[1] ?? '')
    const text = `${signed['webhook-id']}.${signed['webhook-timestamp']}.${body}`
    const key = Buffer.from((secret ?? '').replace(/^whsec_/, ''), 'base64')
    return signed['webhook-signature'] !== `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  })
  tally.expectNone('deliveries without a valid signature', unsigned)
  const bodies = new Map(receivers.deliveries.map(({ id, body }) => [id, body]))
  tally.expectNone(
    'deliveries of one event with different contents',
    receivers.deliveries.filter(({ id, body }) => bodies.get(id) !== body),
  )
  const events = await stage.rows<{ id: string; payload: string }>(
    `SELECT id, payload FROM webhook_deliveries WHERE url LIKE $1 AND status = 'DELIVERED'`,
    [`${receivers.url('')}%`],
  )
  tally.expectNone(
    'delivered events that the receiver never got as they are',
    events.filter(({ id, payload }) => bodies.get(id) !== payload),
  )
}

function checkResources({ service, tally }: Stage): void {
  for (const part of ['web', 'worker'] as const) {
    for (const pid of service.pids(part)) {
      if (pid === null) continue
      const megabytes = residentMb(pid)
      const descriptors = descriptorsOf(pid)
      if (megabytes !== null) {
        tally.expect(megabytes < MAX_RESIDENT_MB, `the ${part} process takes ${megabytes.toFixed(0)} MB`)
      }
      if (descriptors !== null) {
        tally.expect(descriptors < MAX_DESCRIPTORS, `the ${part} process has ${descriptors} open files`)
      }
    }
  }
}
