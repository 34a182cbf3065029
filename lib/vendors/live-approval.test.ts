import { beforeEach, describe, expect, test } from 'vitest'
import { apiV2 } from '@/lib/api/v2'
import { issueApiKey } from '@/lib/api-keys/api-keys'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import { paymentToken } from '@/lib/http/links'
import type { Operation } from '@/lib/http/operation'
import { sendInvoiceDraft } from '@/lib/invoices/draft-dashboard'
import { NEW_INVOICE } from '@/lib/invoices/invoice-fields'
import { findPayableInvoice } from '@/lib/payments/payable-invoice'
import { requestPayout } from '@/lib/payouts/payout-dashboard'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildApiKey, buildInvoice, buildLiveApproval, buildVendor } from '@/prisma/seed/builders'
import { findAccount } from './account'
import { grantLiveMode, liveModeReadiness, withdrawLiveMode } from './live-approval'

let vendor: Awaited<ReturnType<typeof buildVendor>>

beforeEach(async () => {
  vendor = await buildVendor()
})

const approve = () => inOrmTransaction((tx) => grantLiveMode(tx, vendor.id, anOperator))
const suspend = () => inOrmTransaction((tx) => withdrawLiveMode(tx, vendor.id, anOperator))
const liveAccount = () => findAccount(database(), vendor.id, 'live')
const has = (column: 'email_confirmed_at' | 'totp_confirmed_at', isThere: boolean) =>
  connectionPool().query(
    `UPDATE members SET totp_secret_encrypted = '-', ${column} = ${isThere ? 'now()' : 'NULL'} WHERE id = $1`,
    [vendor.id],
  )
const audited = async () =>
  (
    await database().auditEvent.findMany({
      where: { vendorId: vendor.id, action: { startsWith: 'vendor.live' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action, actor }) => `${action} by ${actor}`)

describe('live mode', () => {
  test.each([
    [false, true, 'confirm its email'],
    [true, false, 'turn on two-step sign-in'],
    [false, false, 'confirm its email and turn on two-step sign-in'],
  ])('is not approved with email %s and second factor %s', async (email, secondFactor, missing) => {
    await has('email_confirmed_at', email)
    await has('totp_confirmed_at', secondFactor)
    await expect(approve()).rejects.toMatchObject({ code: 'live_approval_too_early', details: { missing } })
    expect(await liveModeReadiness(database(), vendor.id)).toMatchObject({ isApproved: false })
    expect(await audited()).toEqual([])
  })

  test('is approved and suspended once each, and both are recorded', async () => {
    await has('totp_confirmed_at', true)
    await Promise.all([approve(), approve()])
    expect(await liveAccount()).toMatchObject({ isApproved: true })
    await suspend()
    await suspend()
    expect(await liveAccount()).toMatchObject({ isApproved: false })
    expect(await audited()).toEqual(['vendor.live_approved by operator', 'vendor.live_suspended by operator'])
    expect((await findAccount(database(), vendor.id, 'test')).isApproved).toBe(true)
  })
})

describe('without approval', () => {
  test('no live key can be generated, and a test key can', async () => {
    const generate = async (mode: 'test' | 'live') => {
      const account = await findAccount(database(), vendor.id, mode)
      const input = { name: 'A key', expiresAt: null, liveModeAvailable: true }
      return inOrmTransaction((tx) => issueApiKey(tx, account, input))
    }
    await expect(generate('live')).rejects.toMatchObject({ code: 'live_mode_not_approved' })
    expect(await generate('test')).toMatchObject({ key: expect.stringMatching(/^cf_test_/) })
    await buildLiveApproval(vendor.id)
    expect(await generate('live')).toMatchObject({ key: expect.stringMatching(/^cf_live_/) })
  })

  test('a live key is refused as after a ban, but still reads', async () => {
    const live = await buildLiveApproval(vendor.id)
    const key = await buildApiKey(live)
    const { id } = await buildInvoice(live)
    const send = async (operation: Operation, path: string, init: RequestInit) => {
      const answer = await ask(operation, new Request(`http://localhost/api/v2${path}`, init))
      return { status: answer.status, body: await answer.json() }
    }
    const post = (operation: Operation, path: string) =>
      send(operation, path, { method: 'POST', body: JSON.stringify({ api_key: key }) })
    expect((await post(apiV2.createCustomer, '/customer')).status).toBe(400)
    await suspend()
    for (const [operation, path] of [
      [apiV2.createCustomer, '/customer'],
      [apiV2.createInvoice, '/invoice'],
      [apiV2.createPayout, `/customer/${id}/payout`],
    ] as const) {
      const error = 'This vendor account has been banned.'
      expect(await post(operation, path)).toEqual({ status: 403, body: { error } })
    }
    expect(await send(apiV2.getInvoice, `/invoice/${id}?api_key=${key}`, {})).toMatchObject({ status: 200 })
  })

  test('a live invoice can’t be paid, and nothing is created or paid out on the dashboard', async () => {
    const live = await buildLiveApproval(vendor.id)
    const { accountId, payToken } = await buildInvoice(live)
    const { call } = await signedIn(vendor.id)
    await suspend()
    const payable = await findPayableInvoice(database(), paymentToken(accountId, payToken))
    expect(payable.vendor.isClosed).toBe(true)
    const error = 'Live mode is off for this vendor until an operator approves it'
    const refused = { status: 403, body: { error } }
    const draft = `/api/dashboard/invoice-drafts/${vendor.id}/send?mode=live`
    expect(await call(sendInvoiceDraft, 'POST', draft, { version: 0, fields: NEW_INVOICE })).toMatchObject(
      refused,
    )
    const payout = { customer_id: vendor.id, bank_account_id: vendor.id, amount: 5 }
    expect(await call(requestPayout, 'POST', '/api/dashboard/payouts?mode=live', payout)).toMatchObject(
      refused,
    )
  })
})
