import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exchange } from '../fixtures/api-client'
import { answerOf, type CrashScene, type Stall, startCrashScene } from '../fixtures/crash-scene'
import { BAD_CARD, GOOD_CARD, SandboxBuyer, sessionIn } from '../fixtures/sandbox-buyer'

let scene: CrashScene
let invoice: { id: string; payPath: string }
let session: string

/** Whose requests may never be answered. */
const buyer = new SandboxBuyer((request) => answerOf(exchange(request, scene.service.url)))

beforeAll(async () => {
  scene = await startCrashScene()
})
afterAll(() => scene.stop())

beforeEach(async () => {
  invoice = await scene.invoice()
  session = sessionIn(await buyer.click(invoice.payPath)) ?? 'none'
})
afterEach(() => scene.expectChargesAgree())

const charges = async () =>
  (
    await scene.rows<{ status: string }>(
      'SELECT status FROM sandbox_charges WHERE session_reference = $1 ORDER BY reference',
      [session],
    )
  ).map(({ status }) => status)

/** The invoice's status, and how often it was booked as paid. */
async function books(): Promise<{ status: string; booked: number }> {
  const [row] = await scene.rows<{ status: string; booked: number }>(
    `SELECT i.status, (SELECT count(*)::int FROM ledger_transactions
                        WHERE account_id = i.account_id AND reference_id = i.id) AS booked
       FROM invoices i WHERE i.id = $1`,
    [invoice.id],
  )
  return row ?? { status: 'none', booked: 0 }
}

/** Has the worker ask about the session, and waits until the invoice is paid. */
async function expectFoundPaid(): Promise<void> {
  await scene.expireLeases()
  await expect.poll(books, { timeout: 30_000 }).toEqual({ status: 'PAID', booked: 1 })
}

const PAID = { status: 'PAID', booked: 1 }
const stallProvider = () => scene.stall('LOCK TABLE sandbox_charges IN ACCESS EXCLUSIVE MODE')
const stallInvoice = () => scene.stallRows('invoices', 'id', invoice.id)
/** Keeps the notification of the sandbox from being noted. */
const stallSession = () => scene.stallRows('checkout_sessions', 'provider_reference', session)

/** Submits a card and stops after the sandbox has decided, before it has told us. */
async function stallBeforeNotification(
  number: string,
  stallOurs: () => Promise<Stall>,
): Promise<{ ours: Stall; answer: Promise<string | null> }> {
  const ours = await stallOurs()
  const answer = buyer.submit(session, number)
  await scene.untilThere('SELECT FROM sandbox_charges WHERE session_reference = $1', [session])
  await scene.untilStalled(stallOurs === stallInvoice ? 'invoices' : 'checkout_sessions')
  return { ours, answer }
}

describe('the web process is killed while a buyer pays', () => {
  test('before the sandbox has charged: nothing is charged, and the buyer can pay', async () => {
    const provider = await stallProvider()
    const answer = buyer.submit(session)
    const stalled = await scene.untilStalled('sandbox_charges')
    await scene.cut(stalled)
    await scene.crash('web', [provider])
    expect(await answer).toBeNull()
    expect([await charges(), await books()]).toEqual([[], { status: 'CREATED', booked: 0 }])
    expect(await buyer.pay(invoice.payPath)).toBe('paid')
    expect([await charges(), await books()]).toEqual([['PAID'], PAID])
  })

  test('after the sandbox has charged: the invoice is paid, once, and nobody is charged again', async () => {
    const { ours, answer } = await stallBeforeNotification(GOOD_CARD, stallSession)
    await scene.crash('web', [ours])
    expect(await answer).toBeNull()
    // The buyer tries again at once: the open page leads back to us, which learns that it is paid.
    expect(new URL((await buyer.submit(session)) ?? '').pathname).toBe(`${invoice.payPath}/return`)
    await expectFoundPaid()
    expect(await buyer.pay(invoice.payPath)).toBe('closed')
    expect([await charges(), await books()]).toEqual([['PAID'], PAID])
  })

  test('after the sandbox has charged, and the buyer is gone: the worker finds the payment, once', async () => {
    const { ours, answer } = await stallBeforeNotification(GOOD_CARD, stallSession)
    await scene.crash('web', [ours])
    expect(await answer).toBeNull()
    await expectFoundPaid()
    expect(await charges()).toEqual(['PAID'])
  })

  test('after the sandbox has charged, and the operator marks the invoice as paid: the buyer gets the money back', async () => {
    const { ours, answer } = await stallBeforeNotification(GOOD_CARD, stallSession)
    await scene.crash('web', [ours])
    expect(await answer).toBeNull()
    const marked = await scene.service.adminRaw(['invoice', 'mark-paid', '--invoice', invoice.id])
    await scene.expireLeases()
    const refunded = () =>
      scene.rows(
        `SELECT FROM sandbox_refunds r JOIN sandbox_charges c ON c.reference = r.payment_reference
          WHERE c.session_reference = $1 AND r.status = 'REFUNDED'`,
        [session],
      )
    // Either came first: the mark, or the worker that found the payment.
    await expect
      .poll(async () => [(await refunded()).length, await books()], { timeout: 30_000 })
      .toEqual([marked.code === 0 ? 1 : 0, PAID])
  })

  test('after the sandbox has declined: nothing is charged, and the buyer can pay', async () => {
    const { ours, answer } = await stallBeforeNotification(BAD_CARD, stallInvoice)
    await scene.crash('web', [ours])
    expect(await answer).toBeNull()
    expect((await books()).booked).toBe(0)
    expect(await buyer.pay(invoice.payPath, BAD_CARD)).toBe('declined')
    expect(await books()).toEqual({ status: 'FAILED', booked: 0 })
    expect(await buyer.pay(invoice.payPath)).toBe('paid')
    expect([await charges(), await books()]).toEqual([['DECLINED', 'DECLINED', 'PAID'], PAID])
  })
})

describe('the worker is killed while it asks about a payment', () => {
  test('that was charged: another worker finds it, once', async () => {
    const { ours } = await stallBeforeNotification(GOOD_CARD, stallSession)
    await scene.crash('web', [ours])
    const stalled = await stallInvoice()
    await scene.expireLeases()
    await scene.untilStalled('invoices')
    await scene.crash('worker', [stalled])
    await expectFoundPaid()
    expect(await charges()).toEqual(['PAID'])
  })
})
