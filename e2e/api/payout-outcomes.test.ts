import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Answer, expectRefusal } from '../fixtures/api-client'
import { anId, someText } from '../fixtures/formats'
import { database, freshVendor, type Vendor } from '../fixtures/vendor'

const RECONCILE_MS = 20_000

/** A vendor with 100 in its wallet; `payTo` pays out 40 of it to this account number. */
async function fundedVendor() {
  const vendor = await freshVendor()
  const customerId = await vendor.customer()
  await vendor.credit('100')
  const payTo = async (accountNumber: string, amount = 40): Promise<Answer> => {
    const bank_account_id = await vendor.bankAccount(customerId, accountNumber)
    return vendor.post(`/customer/${customerId}/payout`, { bank_account_id, amount })
  }
  return { vendor, customerId, payTo }
}

/** Reconciles until the payout has the expected status. */
async function reconcileUntil(vendor: Vendor, status: string): Promise<void> {
  const deadline = Date.now() + RECONCILE_MS
  while ((await vendor.reconcile()).join() !== status && Date.now() < deadline) await delay(20)
  expect(await vendor.reconcile()).toEqual([status])
}

describe('a transfer that is definitely refused', () => {
  test.each([
    ['000111111116', 'no_account'],
    ['000111111113', 'account_closed'],
    ['000222222227', 'insufficient_funds'],
  ])('to %s is 502 with "%s", and the money is back', async (accountNumber, code) => {
    const { vendor, payTo } = await fundedVendor()
    const answer = await payTo(accountNumber)
    expect(answer.status).toBe(502)
    expect(answer.body.error).toMatch(new RegExp(`^sandbox error: ${code}\\W+\\w+`))
    expectRefusal(answer, 502, answer.body.error)
    await vendor.expectWallet('100.00')
    expect(await vendor.reconcile()).toEqual(['FAILED'])
    await vendor.expectWallet('100.00')
  })

  test('is reversed by new entries: nothing is removed from the ledger', async () => {
    const { vendor, payTo } = await fundedVendor()
    const before = await vendor.count('ledger_entries')
    await payTo('000111111116')
    const { rows } = await database.query(
      `SELECT count(*)::int AS count FROM ledger_transactions WHERE account_id = $1 AND reverses_id IS NOT NULL`,
      [vendor.account.id],
    )
    expect(rows).toEqual([{ count: 1 }])
    expect(await vendor.count('ledger_entries')).toBeGreaterThanOrEqual(before + 2)
  })

  test('leaves the money available for the next payout', async () => {
    const { vendor, payTo } = await fundedVendor()
    expect((await payTo('000111111113')).status).toBe(502)
    expect((await payTo('000999999999')).status).toBe(200)
    await vendor.expectWallet('60.00')
    expect(await vendor.reconcile()).toEqual(['FAILED', 'PAID'])
  })
})

describe.concurrent('a transfer with an unknown outcome', () => {
  test.each([
    ['000444444440', 'was accepted', 'PAID', '60.00'],
    ['000555555559', 'never arrived', 'FAILED', '100.00'],
    ['000777777771', 'takes its time', 'PAID', '60.00'],
  ])(
    'to %s (it %s) is 200 "PROCESSING", held, and ends as %s',
    async (accountNumber, _what, end, available) => {
      const { vendor, customerId, payTo } = await fundedVendor()
      const answer = await payTo(accountNumber)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        status: 'success',
        message: someText,
        payout: {
          id: anId,
          customer_id: customerId,
          bank_account_id: anId,
          amount: 40,
          currency: 'USD',
          status: 'PROCESSING',
          provider_transfer_id: answer.body.payout.provider_transfer_id,
          provider_transfer_status: answer.body.payout.provider_transfer_status,
        },
      })
      await vendor.expectWallet('60.00', '40.00')
      await vendor.expectSoundLedger()
      await reconcileUntil(vendor, end)
      await vendor.expectWallet(available)
    },
  )

  test('can’t be spent a second time while it is held', async () => {
    const { vendor, payTo } = await fundedVendor()
    await payTo('000555555559')
    expectRefusal(await payTo('000999999999', 60.01), 400, 'Insufficient available balance')
    expect((await payTo('000999999999', 60)).status).toBe(200)
    await vendor.expectWallet('0.00', '40.00')
  })
})

describe('a transfer that is returned after delivery', () => {
  test('is 200 "PAID" first, then "RETURNED" with the money back', async () => {
    const { vendor, payTo } = await fundedVendor()
    const answer = await payTo('000666666661')
    expect(answer.status).toBe(200)
    expect(answer.body.payout).toMatchObject({ status: 'PAID', provider_transfer_status: 'DELIVERED' })
    await vendor.expectWallet('60.00')
    await reconcileUntil(vendor, 'RETURNED')
    await vendor.expectWallet('100.00')
  })
})
