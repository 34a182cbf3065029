import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Permission, rolesThatMay } from '@/lib/auth/permissions'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { totalMinor } from '@/lib/invoices/invoice'
import { expectSoundLedgerOf } from '@/lib/ledger/sound-ledger.fixture'
import { issueCredit } from '@/lib/payments/credit-invoice'
import { openJointCheckout } from '@/lib/payments/open-hosted-checkout'
import {
  GOOD_CARD,
  LONG_TIMEOUT_MS,
  type PayableInvoice,
  payableInvoice,
  payByCard,
} from '@/lib/payments/payable-invoice.fixture'
import { recordPaymentFee } from '@/lib/payments/payment-fee'
import { reconcileJointCheckout } from '@/lib/payments/reconcile-checkout'
import { makeRefund } from '@/lib/payments/refund-invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { reconcilePayout } from '@/lib/payouts/reconcile-payout'
import { paymentProviderFor, payoutProviderFor } from '@/lib/providers/registry'
import { reconcileLately } from '@/lib/reconciliation/reconcile-lately'
import { disputeAsBuyer } from '@/lib/test-mode/dispute-test-invoice'
import { payAtSandbox } from '@/lib/test-mode/sandbox-checkout'
import { setClock } from '@/lib/time/clock'
import { runInTerminal } from '@/packages/client/src/cli/terminal.fixture'
import { checkProof } from '@/packages/client/src/proofs/check-proof'
import {
  canonicalJson,
  type ProofDocument,
  type SignedProof,
  signedText,
} from '@/packages/client/src/proofs/proof-document'
import { parseKeys, verifyProof } from '@/packages/client/src/proofs/verify-proof'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
} from '@/prisma/seed/builders'
import { proofJson, proofPdf } from './proof-dashboard'
import { currentProofKey, publishedProofKeys, signProof } from './proof-keys'
import { renderProofPdf } from './proof-pdf'
import { readProof } from './read-proof'

const DELIVERED = '123456789012'
const RETURNED = '000666666661'
const HOUR_MS = 3_600_000

const start = new Date('2026-03-10T12:00:00Z')
let time = start
let invoice: PayableInvoice

beforeEach(async () => {
  time = start
  setClock(() => time)
  invoice = await payableInvoice(paymentProviderFor('test'))
})
afterEach(() => setClock(null))

const pass = (ms: number) => {
  time = new Date(time.getTime() + ms)
}

/** An invoice of 100.00 and 3.20 paid by card, with a provider's fee of 3.29, and 40.00 of it refunded. */
async function payAndRefund(): Promise<void> {
  pass(HOUR_MS)
  await payByCard(invoice, GOOD_CARD)
  const payment = await database().payment.findFirstOrThrow({ where: { invoiceId: invoice.invoiceId } })
  pass(HOUR_MS)
  await inOrmTransaction((tx) => recordPaymentFee(tx, payment, { amountMinor: 329n, currency: 'USD' }))
  pass(HOUR_MS)
  await makeRefund(
    invoice.accountId,
    { invoiceId: invoice.invoiceId, amountMinor: 4000n },
    { claim: null, requestId: newId() },
  )
}

/** A payout of 25.00 from the wallet. */
async function payOut(accountNumber: string): Promise<string> {
  pass(HOUR_MS)
  const { id: customerId } = await buildCustomer(invoice.account)
  const { id: bankAccountId } = await buildBankAccount(invoice.account, customerId, { accountNumber })
  const payout = await buildPayout(invoice.account, { customerId, bankAccountId, amountMinor: 2500n })
  return payout.id
}

async function ask(payoutId: string): Promise<void> {
  pass(HOUR_MS)
  const options = { providers: [payoutProviderFor('test')], timeoutMs: LONG_TIMEOUT_MS }
  await reconcilePayout({ accountId: invoice.accountId, payoutId }, options)
}

/** The night after, in which the worker reconciles. */
async function sleep(): Promise<void> {
  pass(24 * HOUR_MS)
  await reconcileLately()
}

const payment = () => readProof(invoice.account, 'payment', invoice.invoiceId)

/** What does not hold of it. */
const faultsOf = (proof: ProofDocument) => checkProof(proof).flatMap(({ faults }) => faults)

const stepsOf = ({ steps }: ProofDocument) =>
  steps.map(({ what, provider, reconciled }) => [
    what,
    provider && `${provider.moved} ${provider.currency}`,
    reconciled?.state ?? null,
  ])

const totals = ({ totals }: ProofDocument) =>
  Object.fromEntries(totals.map(({ account, amount, currency }) => [`${account} ${currency}`, amount]))

test('a paid invoice is followed from its issue to the refund, with its fees and the ticks of the night', async () => {
  await payAndRefund()
  expect(stepsOf(await payment())).toEqual([
    ['invoice.issued', null, null],
    ['invoice.paid', '103.20 USD', 'not_yet'],
    ['payment.fee', null, null],
    ['refund.made', '-40.00 USD', 'not_yet'],
  ])
  await sleep()
  const proof = await payment()
  expect(stepsOf(proof).map(([what, , state]) => [what, state])).toEqual([
    ['invoice.issued', null],
    ['invoice.paid', 'matched'],
    ['payment.fee', null],
    ['refund.made', 'matched'],
  ])
  expect(totals(proof)).toEqual({
    'credit_wallet USD': '60.00',
    'platform_fees USD': '3.20',
    'provider_clearing USD': '-59.91',
    'provider_fees USD': '-3.29',
  })
  const charged = proof.steps[1]
  expect(charged?.reconciled).toEqual({
    state: 'matched',
    at: time.toISOString(),
    difference: null,
    listed: {
      reference: charged?.provider?.reference,
      status: 'paid',
      amount: '103.20',
      currency: 'USD',
      created_at: new Date(start.getTime() + HOUR_MS).toISOString(),
    },
  })
  expect(faultsOf(proof)).toEqual([])
  await expectSoundLedgerOf(invoice.account.id)
})

/** The vendor credits a part of the open invoice, before its fee; null: all that is due. */
async function credit(amountMinor: bigint | null, note: string | null = null): Promise<void> {
  pass(HOUR_MS)
  const wish = { amountMinor, items: null, note, mailsCustomer: false }
  await inOrmTransaction((tx) => issueCredit(tx, invoice, wish))
}

test('a credit before the payment is a step with its credit note and without money, in one sequence with refunds', async () => {
  await credit(4000n, 'Late')
  await payAndRefund()
  const proof = await payment()
  expect(stepsOf(proof)).toEqual([
    ['invoice.issued', null, null],
    ['invoice.credited', null, null],
    ['invoice.paid', '61.92 USD', 'not_yet'],
    ['payment.fee', null, null],
    ['refund.made', '-40.00 USD', 'not_yet'],
  ])
  const [, credited, , , refunded] = proof.steps
  expect(credited).toMatchObject({
    at: new Date(start.getTime() + HOUR_MS).toISOString(),
    facts: { credit_note: 'INV-0001-CN1', amount: '41.28 USD', note: 'Late' },
    transaction: null,
  })
  expect(refunded?.facts).toMatchObject({ credit_note: 'INV-0001-CN2' })
  expect(totals(proof)).toMatchObject({ 'credit_wallet USD': '20.00', 'platform_fees USD': '1.92' })
  expect(faultsOf(proof)).toEqual([])
  const { publicKey } = currentProofKey()
  const pdf = Buffer.from(await renderProofPdf(proof))
  for (const file of [Buffer.from(signProof(proof).file), pdf]) {
    expect(verifyProof(file, parseKeys(publicKey))).toEqual(proof)
  }
  const text = (await pagesOf(pdf)).join('\n')
  for (const words of ['Invoice credited', 'INV-0001-CN1', '41.28 USD', 'Late', 'INV-0001-CN2']) {
    expect(text).toContain(words)
  }
  await expectSoundLedgerOf(invoice.account.id)
})

test('an invoice that was credited in full has a proof in which no money moved', async () => {
  await credit(null)
  const proof = await payment()
  expect(stepsOf(proof)).toEqual([
    ['invoice.issued', null, null],
    ['invoice.credited', null, null],
  ])
  expect(proof).toMatchObject({ totals: [], balances: [] })
  expect(faultsOf(proof)).toEqual([])
})

test('a proof of another version, with steps and facts that this one doesn’t know, still verifies', async () => {
  await payAndRefund()
  const proof = await payment()
  const step = {
    ...proof.steps[0],
    what: 'invoice.praised',
    facts: { stars: '5' },
  } as ProofDocument['steps'][number]
  const newer = { ...proof, steps: [...proof.steps, step] }
  const file = Buffer.from(signProof(newer).file)
  expect(verifyProof(file, parseKeys(currentProofKey().publicKey))).toEqual(newer)
  expect(faultsOf(newer)).toEqual([])
})

test('a payout is followed to the bank and back, and its tick is of what the provider says now', async () => {
  await payAndRefund()
  const id = await payOut(RETURNED)
  await sleep()
  const delivered = await readProof(invoice.account, 'payout', id)
  expect(stepsOf(delivered)).toEqual([
    ['payout.requested', null, null],
    ['payout.delivered', '-25.00 USD', 'matched'],
    ['bank.delivered', null, null],
  ])
  expect(delivered.steps.at(-1)?.facts).toMatchObject({ account_ends: RETURNED.slice(-4) })
  await ask(id)
  const returned = await readProof(invoice.account, 'payout', id)
  expect(stepsOf(returned).slice(1)).toEqual([
    ['payout.delivered', '-25.00 USD', 'not_yet'],
    ['bank.delivered', null, null],
    ['payout.delivered.reversed', '25.00 USD', 'not_yet'],
    ['payout.requested.reversed', null, null],
  ])
  expect(new Set(Object.values(totals(returned)))).toEqual(new Set(['0.00']))
  await sleep()
  await sleep()
  expect(stepsOf(await readProof(invoice.account, 'payout', id)).at(3)).toEqual([
    'payout.delivered.reversed',
    '25.00 USD',
    'matched',
  ])
  for (const proof of [delivered, returned]) {
    expect(faultsOf(proof)).toEqual([])
    expect(JSON.stringify(proof)).not.toContain(RETURNED)
  }
  await expectSoundLedgerOf(invoice.account.id)
})

test('a month leads from its opening balance to its closing one, and months meet', async () => {
  await payAndRefund()
  const id = await payOut(DELIVERED)
  const march = await readProof(invoice.account, 'month', '2026-03')
  expect(stepsOf(march).map(([what]) => what)).toEqual([
    'invoice.paid',
    'payment.fee',
    'refund.made',
    'payout.requested',
    'payout.delivered',
  ])
  expect(march.subject.period).toMatchObject({ from: '2026-03-01T00:00:00.000Z', is_over: false })
  const wallet = { account: 'credit_wallet', currency: 'USD' }
  expect(march.balances).toEqual([{ ...wallet, opening: '0.00', closing: '35.00' }])
  setClock(() => new Date('2026-04-02T12:00:00Z'))
  const otherId = await payOut(DELIVERED)
  setClock(() => new Date('2026-05-01T00:00:00Z'))
  const again = await readProof(invoice.account, 'month', '2026-03')
  const april = await readProof(invoice.account, 'month', '2026-04')
  const day = await readProof(invoice.account, 'month', '2026-04-02')
  expect(again).toMatchObject({
    steps: march.steps,
    balances: march.balances,
    subject: { period: { is_over: true } },
  })
  expect(april.balances).toEqual([{ ...wallet, opening: '35.00', closing: '10.00' }])
  expect(day).toMatchObject({ steps: april.steps, balances: april.balances })
  expect(april.steps.map((step) => step.id)).toEqual([otherId, otherId])
  expect(march.steps.map((step) => step.id)).toContain(id)
  for (const proof of [march, again, april, day]) expect(faultsOf(proof)).toEqual([])
})

test('a period that is none, or has not begun, is refused', async () => {
  for (const text of ['2026-13', '2026-02-30', '2026', 'soon', '2026-04']) {
    await expect(readProof(invoice.account, 'month', text)).rejects.toMatchObject({ code: 'invalid_input' })
  }
})

test('an invoice that was paid with others shows the whole charge, and its own part of it', async () => {
  const sandbox = paymentProviderFor('test')
  const { account, accountId } = invoice
  const { id: customerId } = await buildCustomer(account)
  const two = [
    await buildInvoice(account, { amountMinor: 10_000n, customer: { id: customerId } }),
    await buildInvoice(account, { amountMinor: 5_000n, customer: { id: customerId } }),
  ]
  const parts = two.map((each) => ({ invoiceId: each.id, amountMinor: totalMinor(each) }))
  const choice = { accountId, customerId, email: 'ada@example.com', vendorName: 'A Vendor', parts }
  pass(HOUR_MS)
  const page = await openJointCheckout(choice, { provider: sandbox, timeoutMs: LONG_TIMEOUT_MS })
  await payAtSandbox({ key: newId(), sessionReference: page.reference, cardNumber: GOOD_CARD })
  const joint = await database().jointCheckout.findFirstOrThrow({ where: { accountId, customerId } })
  await reconcileJointCheckout(joint, { providers: [sandbox], timeoutMs: LONG_TIMEOUT_MS })
  pass(HOUR_MS)
  await disputeAsBuyer(accountId, two[1]?.id ?? '', 'opened')
  await sleep()
  const proof = await readProof(account, 'payment', two[1]?.id ?? '')
  expect(stepsOf(proof)).toEqual([
    ['invoice.issued', null, null],
    ['invoice.paid', '51.75 USD', 'matched'],
    ['dispute.opened', '-51.75 USD', 'matched'],
  ])
  const paid = proof.steps[1]
  expect(paid?.facts.together_with).toBe(two[0]?.number)
  expect(paid?.facts.receipt).toBe(`${two[1]?.number}-R1`)
  expect(paid?.provider).toMatchObject({ amount: '154.95', moved: '51.75' })
  expect(paid?.reconciled?.listed).toMatchObject({ amount: '154.95' })
  expect(faultsOf(proof)).toEqual([])
  await expectSoundLedgerOf(accountId)
})

test('what differs from the provider’s list is said with what it listed, and fails the check', async () => {
  await payAndRefund()
  await connectionPool().query(
    'UPDATE sandbox_checkout_sessions SET amount_minor = 10319 WHERE idempotency_key LIKE $1',
    [`${invoice.invoiceId}%`],
  )
  await sleep()
  const proof = await payment()
  expect(proof.steps[1]?.reconciled).toMatchObject({
    state: 'differs',
    difference: 'amount_differs',
    listed: { amount: '103.19' },
  })
  expect(faultsOf(proof)).toEqual([expect.stringContaining('amount_differs')])
})

test('a payment marked by hand has no provider to compare with', async () => {
  const { accountId, invoiceId } = invoice
  await inOrmTransaction((tx) => recordTestPayment(tx, { accountId, invoiceId }, paymentProviderFor('test')))
  await sleep()
  const proof = await payment()
  expect(stepsOf(proof).at(1)).toEqual(['invoice.paid', '103.20 USD', null])
  expect(faultsOf(proof)).toEqual([])
})

test('another vendor’s, and that of the other mode, is not found', async () => {
  await payAndRefund()
  const id = await payOut(DELIVERED)
  const { test: stranger } = await buildVendor()
  const live = await database().account.findFirstOrThrow({
    where: { vendorId: invoice.account.vendorId, mode: 'live' },
  })
  for (const account of [stranger, { ...invoice.account, id: live.id, mode: 'live' as const }]) {
    await expect(readProof(account, 'payment', invoice.invoiceId)).rejects.toThrow('invoice_not_found')
    await expect(readProof(account, 'payout', id)).rejects.toThrow('payout_not_found')
    const month = await readProof(account, 'month', '2026-03')
    expect(month).toMatchObject({ steps: [], totals: [], balances: [] })
  }
})

test.each([
  ['JSON', proofJson],
  ['PDF', proofPdf],
])('an accountant with the role that only reads gets the %s', (_, { access }) => {
  expect(rolesThatMay(access.permission as Permission)).toContain('read_only')
})

/** A proof in both forms, and the key that signed them. */
async function signed() {
  await payAndRefund()
  await sleep()
  const proof = await payment()
  const { publicKey } = currentProofKey()
  return {
    proof,
    publicKey,
    json: Buffer.from(signProof(proof).file),
    pdf: Buffer.from(await renderProofPdf(proof)),
  }
}

test('both forms verify by the public key alone, and the PDF shows what it carries', async () => {
  const { proof, publicKey, json, pdf } = await signed()
  expect(verifyProof(json, parseKeys(publicKey))).toEqual(proof)
  expect(verifyProof(pdf, parseKeys(publicKey))).toEqual(proof)
  const published = await publishedProofKeys().text()
  expect(verifyProof(pdf, parseKeys(published))).toEqual(proof)
  const text = (await pagesOf(pdf)).join('\n')
  const pageText = [
    'Charged',
    '103.20 USD',
    '-40.00 USD',
    'Matched with the provider’s list',
    proof.key_id,
    'TEST',
  ]
  for (const words of pageText) expect(text).toContain(words)
  expect((await PDFDocument.load(pdf, { updateMetadata: false })).getPageCount()).toBeGreaterThan(0)
})

test('no byte of either form can be changed, cut off or added', async () => {
  const { publicKey, json, pdf } = await signed()
  const keys = parseKeys(publicKey)
  for (const file of [json, pdf]) {
    const step = file === json ? 1 : 97
    for (let index = 0; index < file.length; index += step) {
      const changed = Buffer.from(file)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => verifyProof(changed, keys), `byte ${index}`).toThrow()
    }
    for (let index = file.length - 120; index < file.length; index += 1) {
      const changed = Buffer.from(file)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => verifyProof(changed, keys), `byte ${index}`).toThrow()
    }
    expect(() => verifyProof(file.subarray(0, -1), keys)).toThrow()
    expect(() => verifyProof(Buffer.concat([file, Buffer.from(' ')]), keys)).toThrow()
    expect(() => verifyProof(Buffer.concat([file, file]), keys)).toThrow()
  }
  // A second name for the same thing, which one reader takes and another doesn't.
  const twice = json.toString().replace('"sha256":', '"sha256":"00","sha256":')
  expect(() => verifyProof(Buffer.from(twice), keys)).toThrow('no canonical JSON')
})

test('another key is refused by its name, and a forger’s by its signature', async () => {
  const { proof, publicKey, json } = await signed()
  const { privateKey, publicKey: other } = generateKeyPairSync('ed25519')
  const pem = other.export({ type: 'spki', format: 'pem' }).toString()
  expect(() => verifyProof(json, parseKeys(pem))).toThrow(`names the key ${proof.key_id}`)
  const forged = { ...proof, made_at: '2027-01-01T00:00:00.000Z' }
  const sha256 = createHash('sha256').update(canonicalJson(forged)).digest('hex')
  const signature = sign(null, Buffer.from(signedText('json', sha256)), privateKey).toString('base64')
  const file: SignedProof = { algorithm: 'Ed25519', proof: forged, sha256, signature }
  expect(() => verifyProof(Buffer.from(`${canonicalJson(file)}\n`), parseKeys(publicKey))).toThrow(
    'signature does not fit',
  )
})

test('after the secret key has rotated, a new key signs, and earlier proofs verify by the published list', async () => {
  const before = await signed()
  const old = env.SECRET_KEY
  try {
    env.SECRET_KEY = 'ab'.repeat(32)
    env.SECRET_KEY_PREVIOUS = [old ?? '']
    const after = await payment()
    expect(after.key_id).not.toBe(before.proof.key_id)
    const published = parseKeys(await publishedProofKeys().text())
    expect(published.map(({ id }) => id)).toEqual([after.key_id, before.proof.key_id])
    expect(verifyProof(before.json, published)).toEqual(before.proof)
    expect(verifyProof(before.pdf, published)).toEqual(before.proof)
    expect(verifyProof(Buffer.from(signProof(after).file), published)).toEqual(after)
    delete env.SECRET_KEY_PREVIOUS
    const current = parseKeys(await publishedProofKeys().text())
    expect(() => verifyProof(before.json, current)).toThrow(`names the key ${before.proof.key_id}`)
    expect(verifyProof(before.json, parseKeys(before.publicKey))).toEqual(before.proof)
  } finally {
    // The seals of the ledger, which is checked after each test, are of the old key.
    env.SECRET_KEY = old
    delete env.SECRET_KEY_PREVIOUS
  }
})

test('the command says what it checked, and fails for a lie that was signed', async () => {
  const { proof, publicKey, json, pdf } = await signed()
  const folder = mkdtempSync(join(tmpdir(), 'proof-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const verify = (name: string, content: string | Uint8Array, key = publicKey) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return runInTerminal(['verify-proof', path, '--key', key])
  }
  const good = await verify('proof.pdf', pdf)
  expect(good).toMatchObject({ code: 0, err: '' })
  expect(good.out).toContain('Everything checks out.')
  expect(good.out).toContain('2 of 2 records matched')
  expect(await verify('proof.json', json)).toMatchObject({ code: 0 })
  expect(await verify('keys.json', json, join(folder, 'missing'))).toMatchObject({ code: 1 })
  const changed = json.toString().replaceAll('103.20', '203.20')
  expect(await verify('changed.json', changed)).toMatchObject({
    code: 1,
    out: expect.stringContaining('was changed'),
  })
  const lies: [string, (document: ProofDocument) => void][] = [
    [
      'adds up to',
      ({ steps }) => Object.assign(steps[1]?.transaction?.postings[0] ?? {}, { amount: '-100.01' }),
    ],
    ['its total is given as', ({ totals }) => Object.assign(totals[0] ?? {}, { amount: '61.00' })],
    ['whose record says', ({ steps }) => Object.assign(steps[1]?.provider ?? {}, { moved: '103.21' })],
    [
      'differs from what the provider listed',
      ({ steps }) => Object.assign(steps[1]?.provider ?? {}, { amount: '9.00' }),
    ],
    ['more than once', ({ steps }) => steps.push(...steps.slice(1, 2))],
    ['has no record', ({ steps }) => Object.assign(steps[1] ?? {}, { provider: null })],
  ]
  for (const [words, lie] of lies) {
    const copy = structuredClone(proof)
    lie(copy)
    expect(await verify('lie.json', signProof(copy).file)).toMatchObject({
      code: 1,
      out: expect.stringContaining(words),
    })
  }
})
