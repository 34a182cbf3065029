import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { generateApiKey } from '@/lib/api-keys/api-key-dashboard'
import { activateTotp, prepareTotp } from '@/lib/auth/second-factor'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { requestPayout } from '@/lib/payouts/payout-dashboard'
import { setClock } from '@/lib/time/clock'
import { revealSigningSecret } from '@/lib/webhooks/webhook-dashboard'
import { buildBankAccount, buildCustomer, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { changeEmail } from './profile-dashboard'
import { getSecurity, prove, setPayoutProof } from './security-dashboard'
import { signedIn } from './signed-in.fixture'

const PASSWORD = 'correct horse battery'
const QUARTER_MS = 15 * 60 * 1000

let built: Awaited<ReturnType<typeof buildVendor>>
let vendor: Awaited<ReturnType<typeof signedIn>>
let time = new Date()

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  built = await buildVendor({ password: PASSWORD })
  vendor = await signedIn(built.id)
})
afterEach(() => setClock(null))

const later = (ms: number) => {
  time = new Date(time.getTime() + ms)
}
const generate = (sessionId?: string) =>
  vendor.call(generateApiKey, 'POST', generateApiKey.path, { name: 'A key', expiresInDays: null }, sessionId)
const give = (proof: object) => vendor.call(prove, 'POST', prove.path, proof)
const keyCount = () => database().apiKey.count({ where: { name: 'A key' } })

/** Turns two-step sign-in on, and returns the code of the moment. */
async function turnTotpOn(): Promise<() => string> {
  const { secret } = await inOrmTransaction((tx) => prepareTotp(tx, vendor))
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() })
  await inOrmTransaction((tx) => activateTotp(tx, { memberId: vendor.id, address: null, code: code() }))
  return code
}

test('signing in counts for fifteen minutes; after that a key takes the password again', async () => {
  later(QUARTER_MS - 1)
  expect((await generate()).status).toBe(201)
  later(1)
  const before = await keyCount()
  const refused = await generate()
  expect(refused).toMatchObject({ status: 403, body: { error: 'Enter your password to continue' } })
  expect(refused.headers.get('Counterfoil-Error')).toBe('password_needed')
  expect(await keyCount()).toBe(before)
  expect((await give({ password: 'not the password' })).status).toBe(403)
  expect((await give({ code: '123456' })).status).toBe(403)
  expect((await generate()).status).toBe(403)
  expect((await give({ password: PASSWORD })).status).toBe(200)
  expect((await generate()).status).toBe(201)
})

test('a proof counts in its own session only', async () => {
  const other = await vendor.signInAgain()
  later(QUARTER_MS)
  await give({ password: PASSWORD })
  expect((await generate(other)).status).toBe(403)
  expect((await generate()).status).toBe(201)
})

test('with two-step sign-in on, the proof is a code, each good for one use', async () => {
  const code = await turnTotpOn()
  later(QUARTER_MS)
  const refused = await generate()
  expect(refused.headers.get('Counterfoil-Error')).toBe('code_needed')
  expect((await give({ password: PASSWORD })).status).toBe(403)
  expect((await generate()).status).toBe(403)
  const used = code()
  expect((await give({ code: used })).status).toBe(200)
  expect((await generate()).status).toBe(201)
  expect((await give({ code: used })).status).toBe(403)
})

test('codes can’t be tried without end', async () => {
  const code = await turnTotpOn()
  later(QUARTER_MS)
  for (let tries = 0; tries < 5; tries += 1) expect((await give({ code: '000000' })).status).toBe(403)
  expect((await give({ code: code() })).status).toBe(429)
})

test('reading a secret takes a proof as well', async () => {
  later(QUARTER_MS)
  expect((await vendor.call(revealSigningSecret, 'GET', revealSigningSecret.path)).status).toBe(403)
  await give({ password: PASSWORD })
  expect((await vendor.call(revealSigningSecret, 'GET', revealSigningSecret.path)).status).toBe(200)
})

test('a new email takes the second factor where there is one', async () => {
  const change = () =>
    vendor.call(changeEmail, 'POST', changeEmail.path, { email: `new-${vendor.email}`, password: PASSWORD })
  const code = await turnTotpOn()
  later(QUARTER_MS)
  expect((await change()).headers.get('Counterfoil-Error')).toBe('code_needed')
  await give({ code: code() })
  expect((await change()).status).toBe(200)
})

describe('a payout from the dashboard', () => {
  const setAbove = (above: string) => vendor.call(setPayoutProof, 'POST', setPayoutProof.path, { above })

  /** Sends a payout of the amount to a new customer. */
  async function pay(amount: string) {
    const { id: customerId } = await buildCustomer(built.test)
    const { id: bankAccountId } = await buildBankAccount(built.test, customerId)
    const order = { customer_id: customerId, bank_account_id: bankAccountId, amount }
    const headers = { 'idempotency-key': newId() }
    return vendor.call(requestPayout, 'POST', requestPayout.path, order, undefined, headers)
  }

  beforeEach(() => fundWallet(built.test, 1_000_000n))

  test('above the vendor’s threshold takes the password again, and one up to it does not', async () => {
    expect((await setAbove('250.50')).status).toBe(200)
    later(QUARTER_MS)
    expect((await pay('250.50')).status).toBe(201)
    const refused = await pay('250.51')
    expect(refused).toMatchObject({ status: 403, body: { error: 'Enter your password to continue' } })
    expect(refused.headers.get('Counterfoil-Error')).toBe('password_needed')
    const where = { accountId: built.test.id }
    expect(await database().payout.count({ where })).toBe(1)
    expect((await give({ password: PASSWORD })).status).toBe(200)
    expect((await pay('250.51')).status).toBe(201)
  })

  test('asks above 1,000 USD by default, and never without a threshold', async () => {
    later(QUARTER_MS)
    expect((await pay('1000')).status).toBe(201)
    expect((await pay('1000.01')).status).toBe(403)
    expect((await setAbove('')).status).toBe(403)
    await give({ password: PASSWORD })
    expect((await setAbove('')).status).toBe(200)
    later(QUARTER_MS)
    expect((await pay('1000.01')).status).toBe(201)
  })

  test('has a threshold that is an amount, which the Security page shows and the audit log keeps', async () => {
    for (const wrong of ['-1', '1.001', 'a lot', '1e3']) expect((await setAbove(wrong)).status).toBe(400)
    await setAbove('500')
    const { body } = await vendor.call(getSecurity, 'GET', getSecurity.path)
    expect(body.payoutProofAbove).toBe('500.00')
    const where = { vendorId: built.id, action: 'payout_proof.changed' }
    expect(await database().auditEvent.findMany({ where })).toMatchObject([{ detail: 'Above 500 USD' }])
  })
})
