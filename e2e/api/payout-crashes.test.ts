import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../fixtures/api-client'
import { answerOf, type CrashScene, startCrashScene } from '../fixtures/crash-scene'

let scene: CrashScene
let customerId: string
let availableBefore: number

beforeAll(async () => {
  scene = await startCrashScene()
  await scene.credit('10000')
})
afterAll(() => scene.stop())

beforeEach(async () => {
  customerId = await scene.customer()
  availableBefore = await available()
})
afterEach(() => scene.expectProviderAgrees())

/** Cents in the wallet. */
async function available(): Promise<number> {
  const [wallet] = await scene.rows<{ balance: string }>(
    `SELECT balance_minor AS balance FROM ledger_accounts WHERE kind = 'credit_wallet'
        AND account_id = (SELECT account_id FROM customers WHERE id = $1)`,
    [customerId],
  )
  return Number(wallet?.balance ?? 0)
}

const TRANSFERS = `SELECT t.status FROM sandbox_transfers t JOIN payouts p ON t.idempotency_key = p.id::text
   WHERE p.customer_id = $1`

type Row = { id: string; status: string }

const payouts = () =>
  scene.rows<Row>('SELECT id, status FROM payouts WHERE customer_id = $1 ORDER BY id', [customerId])
const transfers = async () =>
  (await scene.rows<{ status: string }>(`${TRANSFERS} ORDER BY p.id`, [customerId])).map(
    ({ status }) => status,
  )

/** Sends a payout of 40.00; the answer may never come. */
async function payOut(bankAccountId: string): Promise<Answer | null> {
  return answerOf(
    scene.post(`/customer/${customerId}/payout`, { bank_account_id: bankAccountId, amount: 40 }),
  )
}

const untilIntended = () => scene.untilThere('SELECT FROM payouts WHERE customer_id = $1', [customerId])
const untilTransferred = () => scene.untilThere(TRANSFERS, [customerId])
const stallProvider = () => scene.stall('LOCK TABLE sandbox_transfers IN ACCESS EXCLUSIVE MODE')
const stallPayout = () => scene.stallRows('payouts', 'customer_id', customerId)

/** Checks the outcome of the test's one payout, and the wallet. */
async function expectSettled(status: 'PAID' | 'FAILED', theirs: string): Promise<void> {
  expect(await payouts()).toMatchObject([{ status }])
  expect(await transfers()).toEqual([theirs])
  expect(await available()).toBe(availableBefore - (status === 'PAID' ? 4000 : 0))
}

describe('the web process is killed in the middle of a payout', () => {
  test('whose transfer never reached the provider: it is reversed, on the provider’s word, once', async () => {
    const bankAccountId = await scene.bankAccount(customerId)
    const provider = await stallProvider()
    const answer = payOut(bankAccountId)
    await untilIntended()
    const lines = await scene.untilStalled('sandbox_transfers')
    const line = { release: () => scene.cut(lines) }
    await scene.crash('web', [line, provider])
    expect(await answer).toBeNull()
    expect(await payouts()).toMatchObject([{ status: 'PROCESSING' }])
    expect(await available()).toBe(availableBefore - 4000)
    await scene.reconcileAll()
    await expectSettled('FAILED', 'VOIDED')
  })

  test('whose transfer reaches the provider afterwards: it is paid, once', async () => {
    const bankAccountId = await scene.bankAccount(customerId)
    const provider = await stallProvider()
    const answer = payOut(bankAccountId)
    await untilIntended()
    await scene.untilStalled('sandbox_transfers')
    await scene.crash('web', [provider], untilTransferred)
    expect(await answer).toBeNull()
    await scene.reconcileAll()
    await expectSettled('PAID', 'DELIVERED')
  })

  test('that the provider has accepted and we have not recorded: it is paid, once', async () => {
    const bankAccountId = await scene.bankAccount(customerId)
    const provider = await stallProvider()
    const answer = payOut(bankAccountId)
    await untilIntended()
    const outcome = await stallPayout()
    await provider.release()
    await scene.untilStalled('payouts')
    expect(await transfers()).toEqual(['DELIVERED'])
    await scene.crash('web', [outcome])
    expect(await answer).toBeNull()
    expect(await payouts()).toMatchObject([{ status: 'PROCESSING' }])
    await scene.reconcileAll()
    await expectSettled('PAID', 'DELIVERED')
  })

  test('that the provider has refused and we have not recorded: it is reversed, once', async () => {
    const bankAccountId = await scene.bankAccount(customerId, '000111111116')
    const provider = await stallProvider()
    const answer = payOut(bankAccountId)
    await untilIntended()
    const outcome = await stallPayout()
    await provider.release()
    await scene.untilStalled('payouts')
    await scene.crash('web', [outcome])
    expect(await answer).toBeNull()
    await scene.reconcileAll()
    await expectSettled('FAILED', 'REFUSED')
  })
})

describe('the worker is killed', () => {
  const stallTransfer = async () => {
    const [payout] = await payouts()
    return scene.stall('SELECT FROM sandbox_transfers WHERE idempotency_key = $1 FOR UPDATE', [payout?.id])
  }

  /** A payout that stays open after its request, because its transfer is slow. */
  async function openPayout(): Promise<void> {
    const answer = await payOut(await scene.bankAccount(customerId, '000777777771'))
    expect(answer?.body.payout.status).toBe('PROCESSING')
  }

  /** A payout that is delivered, as only the provider knows. */
  async function deliveredUnheard(): Promise<void> {
    const bankAccountId = await scene.bankAccount(customerId)
    const provider = await stallProvider()
    const answer = payOut(bankAccountId)
    await untilIntended()
    await scene.untilStalled('sandbox_transfers')
    await scene.crash('web', [provider], untilTransferred)
    expect(await answer).toBeNull()
  }

  test.each([
    ['a slow transfer', openPayout],
    ['a delivered transfer', deliveredUnheard],
  ])('while it asks about %s: another worker settles the payout, once', async (_which, make) => {
    await make()
    const provider = await stallTransfer()
    await scene.expireLeases()
    await scene.untilStalled('sandbox_transfers')
    await scene.crash('worker', [provider])
    expect(await payouts()).toMatchObject([{ status: 'PROCESSING' }])
    await scene.reconcileAll()
    await expectSettled('PAID', 'DELIVERED')
  })

  test('after it learned of the delivery, before it recorded it: another worker records it, once', async () => {
    await deliveredUnheard()
    const provider = await stallTransfer()
    await scene.expireLeases()
    await scene.untilStalled('sandbox_transfers')
    const outcome = await stallPayout()
    await provider.release()
    await scene.untilStalled('payouts')
    await scene.crash('worker', [outcome])
    expect(await payouts()).toMatchObject([{ status: 'PROCESSING' }])
    await scene.reconcileAll()
    await expectSettled('PAID', 'DELIVERED')
  })

  test('and its lease expires: the next worker settles the payout by itself', async () => {
    await deliveredUnheard()
    const provider = await stallTransfer()
    await scene.expireLeases()
    await scene.untilStalled('sandbox_transfers')
    await scene.crash('worker', [provider])
    await scene.expireLeases()
    await expect.poll(payouts, { timeout: 30_000 }).toMatchObject([{ status: 'PAID' }])
    await expectSettled('PAID', 'DELIVERED')
  })
})

describe('everything is killed at once', () => {
  test('including the database, with thirty payouts in progress: each is paid or reversed, once', async () => {
    const numbers = ['123456789012', '000111111116', '000777777771', '000666666661', '987654321']
    const accounts = await Promise.all(numbers.map((number) => scene.bankAccount(customerId, number)))
    const answers = Array.from({ length: 30 }, (_, index) => payOut(accounts[index % accounts.length] ?? ''))
    // In the middle of it: some have their outcome, some only their intent, some nothing.
    await scene.untilThere(`${TRANSFERS} OFFSET 5`, [customerId])
    const parts = scene.service.allPids()
    const halted = scene.service.halt('SIGKILL')
    for (const pid of parts) process.kill(pid, 'SIGKILL')
    await halted
    const replies = (await Promise.all(answers)).filter((answer) => answer !== null)
    await scene.start()
    await scene.reconcileAll()

    const all = await payouts()
    expect(all.filter(({ status }) => status === 'PROCESSING')).toEqual([])
    // The first answer to the vendor stands; the return came after it.
    for (const { body, status } of replies) {
      if (status !== 200 || body.payout.status !== 'PAID') continue
      expect(['PAID', 'RETURNED']).toContain(all.find(({ id }) => id === body.payout.id)?.status)
    }
    const paid = all.filter(({ status }) => status === 'PAID')
    expect(await available()).toBe(availableBefore - 4000 * paid.length)
  })
})
