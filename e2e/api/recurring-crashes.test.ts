import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrashScene, startCrashScene } from '../fixtures/crash-scene'

const WAIT = { timeout: 30_000, interval: 50 }

let scene: CrashScene
let accountId: string

beforeAll(async () => {
  scene = await startCrashScene()
  const [account] = await scene.rows<{ id: string }>(
    `SELECT accounts.id FROM accounts JOIN vendors ON vendors.id = vendor_id
      WHERE mode = 'test' AND vendors.email = $1`,
    [scene.vendor],
  )
  accountId = account?.id ?? ''
})
afterAll(() => scene.stop())

/** A series whose first invoice is due now. */
async function dueSeries(): Promise<string> {
  // After the scene, whose settings these modules read.
  const { buildRecurring } = await import('@/lib/recurring/recurring.fixture')
  const { UTC } = await import('@/lib/time/zone')
  const startsOn = new Date(new Date().setUTCHours(0, 0, 0, 0))
  const schedule = { startsOn, dayOfMonth: startsOn.getUTCDate() }
  return buildRecurring({ id: accountId, zone: UTC }, { schedule })
}

/** The rows that the first period left in every table that a series writes. */
const traces = (id: string) =>
  scene.rows<object>(
    `SELECT count(*)::int AS invoices, min(period_count) AS counted,
            count(mail.id)::int AS mails, count(events.id)::int AS events
       FROM recurring_invoices AS series
       JOIN recurring_periods AS period ON period.account_id = series.account_id AND recurring_id = series.id
       JOIN invoices ON invoices.account_id = period.account_id AND invoices.id = period.invoice_id
       LEFT JOIN mail_messages AS mail ON mail.owner_id = invoices.account_id AND mail.reference = invoices.id::text
       LEFT JOIN events ON events.account_id = invoices.account_id AND events.subject_id = invoices.id
      WHERE series.id = $1`,
    [id],
  )

/** Ends the lease of a killed worker. */
const expireLease = () =>
  scene.rows(
    `UPDATE recurring_invoices
        SET lease_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'
      WHERE lease_until IS NOT NULL`,
  )

const numbers = async () =>
  (
    await scene.rows<{ number: string }>(
      'SELECT number FROM invoices WHERE account_id = $1 ORDER BY number',
      [accountId],
    )
  ).map(({ number }) => number)

test('a worker killed while it saves a recurring invoice leaves nothing of it, and the next one issues it once', async () => {
  const counters = await scene.stall('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId])
  const id = await dueSeries()
  const pids = await scene.untilStalled('"baseAmountMinor" bigint')
  expect(pids).toHaveLength(1)
  // The session of the dead worker goes with it before the lock does.
  await scene.crash('worker', [], async () => {
    await scene.cut(pids)
    await counters.release()
  })
  expect(await numbers()).toEqual([])
  await expireLease()
  await expect.poll(() => traces(id), WAIT).toEqual([{ invoices: 1, counted: 1, mails: 1, events: 1 }])
  expect(await numbers()).toEqual(['INV-0001'])
})
