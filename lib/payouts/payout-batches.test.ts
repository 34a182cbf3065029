import { beforeEach, describe, expect, test } from 'vitest'
import { markCustomerArchived } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { poll } from '@/lib/jobs/poll'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { walletBalances } from '@/lib/ledger/accounts'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { readMail } from '@/lib/mail/mail-list'
import { killAt } from '@/lib/payments/killed-process.fixture'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { type Account, findAccount } from '@/lib/vendors/account'
import {
  buildApiKey,
  buildBankAccount,
  buildCustomer,
  buildLiveApproval,
  buildMember,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { readWaiting } from './approval-list'
import {
  correctPayoutRow,
  decideOnPayoutBatch,
  exportPayoutBatch,
  getPayoutBatch,
  listPayoutBatches,
  payPayoutBatch,
  removePayoutRow,
  stopPayoutBatch,
  uploadPayoutBatch,
} from './batch-dashboard'
import { type BatchView, readVendorBatch } from './batch-view'
import { createBatch } from './create-batch'
import { payOut } from './create-payout'
import { payoutRequestWork } from './jobs'
import { payoutRequestQueue } from './payout-request'

let account: Account
let vendorId: string
let member: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  const vendor = await buildVendor()
  vendorId = vendor.id
  account = vendor.test
  member = await signedIn(vendor.id)
  await fundWallet(account, 100_000n)
})

const PATH = '/api/dashboard/payout-batches'

async function payee(email: string, ...accountNumbers: string[]): Promise<string> {
  const { id } = await buildCustomer(account, { email, name: email })
  for (const accountNumber of accountNumbers) await buildBankAccount(account, id, { accountNumber })
  return id
}

async function upload(...lines: string[]): Promise<BatchView> {
  const file = ['recipient,bank account,amount,reference', ...lines].join('\n')
  const { status, body } = await member.call(uploadPayoutBatch, 'POST', PATH, { name: 'may.csv', file })
  expect(status, JSON.stringify(body)).toBe(201)
  return read(String(body.id))
}

const read = async (id: string) =>
  (await member.call(getPayoutBatch, 'GET', `${PATH}/${id}`)).body as unknown as BatchView
const pay = (batch: BatchView, selection: 'new' | 'failed' = 'new') => {
  const { count, sum } = batch[selection]
  return member.call(payPayoutBatch, 'POST', `${PATH}/${batch.id}/pay`, { selection, count, sum: sum.amount })
}
const dueRows = async () => (await due(payoutRequestQueue)).filter(({ tenantId }) => tenantId === account.id)
const workOff = async () => {
  for (let rows = await dueRows(); rows.length > 0; rows = await dueRows()) {
    await Promise.all(rows.map((row) => workOn(payoutRequestWork, row)))
  }
}
const payouts = () => database().payout.findMany({ where: { accountId: account.id }, orderBy: { id: 'asc' } })
const available = async () =>
  (await walletBalances(database(), account.id)).find(({ currency }) => currency === 'USD')?.availableMinor
const letProofsExpire = () =>
  connectionPool().query(
    `UPDATE member_sessions SET proved_at = now() - interval '1 hour'
      WHERE member_id IN (SELECT id FROM members WHERE vendor_id = $1)`,
    [vendorId],
  )
const statesOf = ({ rows }: BatchView) => rows.map(({ status }) => status)

const DELIVERED = '123456789012'
const REFUSED = '000111111116'
const UNANSWERED = '000555555559'

test('a row whose bank account or customer is archived can’t be paid, and one confirmed before says why', async () => {
  const ada = await payee('ada@example.com', DELIVERED)
  await payee('mary@example.com', DELIVERED)
  const batch = await upload('ada@example.com,,10,', 'mary@example.com,,10,')
  expect((await pay(batch)).status).toBe(202)
  await markCustomerArchived(connectionPool(), account.id, ada)
  await workOff()
  expect((await payouts()).map(({ amountMinor }) => amountMinor)).toEqual([1000n])
  const { rows } = await read(batch.id)
  expect(JSON.stringify(rows)).toContain('The customer or bank account was archived')
  const later = await upload('ada@example.com,,10,', `${ada},,10,`)
  expect(later.new.count).toBe(0)
  expect(JSON.stringify(later.rows)).toContain('No customer has this ID or email')
})

describe('the balance covers the first rows of a batch only', () => {
  const ROWS = 30

  /** A confirmed batch of rows of 10.00 each, and a balance that has become enough for `covered` of them. */
  async function confirmedBatch(covered: number): Promise<BatchView> {
    const mary = await payee('mary@example.com', DELIVERED)
    await payee('ada@example.com', DELIVERED)
    const batch = await upload(...Array.from({ length: ROWS }, (_, row) => `ada@example.com,,10,${row}`))
    expect((await pay(batch)).status).toBe(202)
    const [bankAccount] = await database().bankAccount.findMany({ where: { customerId: mary } })
    const order = {
      customerId: mary,
      bankAccountId: bankAccount?.id ?? '',
      amountMinor: 100_000n - 1000n * BigInt(covered),
    }
    await payOut(account, order, { claim: null, requestId: null })
    return batch
  }

  async function expectFirstRowsPaid(batch: BatchView, covered: number): Promise<void> {
    expect(statesOf(await read(batch.id))).toEqual([
      ...Array(covered).fill('paid'),
      ...Array(ROWS - covered).fill('failed'),
    ])
    expect(await available()).toBe(0n)
    const [, ...ofRows] = await payouts()
    expect(ofRows.map(({ metadata }) => metadata)).toEqual(
      Array.from({ length: covered }, (_, row) => ({ reference: String(row) })),
    )
  }

  test.each([0, 1, 7, 13, 29])(
    '%i of them: just those are paid, by however many workers',
    async (covered) => {
      const batch = await confirmedBatch(covered)
      const workers = [payoutRequestWork, payoutRequestWork, payoutRequestWork].map(poll)
      await expect.poll(async () => (await read(batch.id)).status, { timeout: 20_000 }).toBe('done')
      await Promise.all(workers.map((worker) => worker.stop()))
      await expectFirstRowsPaid(batch, covered)
    },
  )

  test('a killed worker changes nothing about that', async () => {
    const batch = await confirmedBatch(13)
    for (let row = 0; row < 4; row += 1)
      for (const key of await dueRows()) await workOn(payoutRequestWork, key)
    await killAt(
      'LOCK TABLE wallet_movements IN SHARE MODE',
      `const { poll } = await import('./lib/jobs/poll.ts')
       const { payoutRequestWork } = await import('./lib/payouts/jobs.ts')
       poll(payoutRequestWork)`,
    )
    // The row that it was paying is still leased, and none after it may go before.
    expect(await dueRows()).toEqual([])
    await connectionPool().query(
      `UPDATE payout_requests SET lease_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'
        WHERE account_id = $1 AND lease_until IS NOT NULL`,
      [account.id],
    )
    await workOff()
    await expectFirstRowsPaid(batch, 13)
  })
})

test('each row becomes a payout of its own, with its reference, and nothing is paid before that', async () => {
  await payee('ada@example.com', DELIVERED)
  await payee('mary@example.com', DELIVERED, '999988887777')
  const batch = await upload(
    'ada@example.com,,"1,00.5",a',
    'ADA@example.com,,"$12,50",b',
    'mary@example.com,••••7777,12.34,',
  )
  expect(batch).toMatchObject({ status: 'draft', new: { count: 2, sum: { amount: '24.84' } } })
  expect(batch.rows[0]).toMatchObject({
    line: 2,
    status: 'bad',
    problem: 'The amount must look like 25 or 1,250.00',
  })
  expect(await available()).toBe(100_000n)
  expect((await pay(batch)).status).toBe(202)
  await workOff()
  const after = await read(batch.id)
  expect(after).toMatchObject({ status: 'done', paid: { amount: '24.84' }, counts: { paid: 2, bad: 1 } })
  const largestFirst = (await payouts()).toSorted((a, b) => Number(b.amountMinor - a.amountMinor))
  expect(largestFirst).toMatchObject([
    { amountMinor: 1250n, metadata: { reference: 'b' }, status: 'PAID' },
    { amountMinor: 1234n, metadata: null, status: 'PAID' },
  ])
  expect(await available()).toBe(97_516n)
  const actions = (await database().auditEvent.findMany({ where: { vendorId } })).map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('payout')).sort()).toEqual([
    'payout.requested',
    'payout.requested',
    'payout_batch.confirmed',
    'payout_batch.uploaded',
  ])
  const file = await member.ask(exportPayoutBatch, `${PATH}/${batch.id}/export`)
  expect(await file.text()).toContain('mary@example.com,••••7777,12.34,,4,paid,,')
  const { body } = await member.call(listPayoutBatches, 'GET', PATH)
  expect(body.batches).toMatchObject([
    { id: batch.id, status: 'done', rowCount: 3, paid: { amount: '24.84' } },
  ])
})

test('each bad row says why', async () => {
  const id = await payee('ada@example.com', DELIVERED, '888856789012')
  await payee('nobody@example.com')
  await payee('mary@example.com', DELIVERED)
  const batch = await upload(
    ',,1,',
    'stranger@example.com,,1,',
    'nobody@example.com,,1,',
    'ada@example.com,,1,',
    `${id},9012,1,`,
    `${id},1234,1,`,
    `${id},123456789012,1,`,
    'mary@example.com,,,',
    'mary@example.com,,0,',
    'mary@example.com,,10000.01,',
    'mary@example.com,,7,x',
    'mary@example.com,9012,7.00,x',
    'mary@example.com,9012,7.00,y',
  )
  expect(batch.rows.map(({ problem }) => problem)).toEqual([
    'The recipient is missing',
    'No customer has this ID or email',
    'This customer has no bank account',
    'This customer has 2 bank accounts. Give the last 4 digits of one',
    'This customer has several bank accounts ending in 9012. Give the ID of one',
    'This customer has no such bank account',
    'Give the bank account by its ID or its last 4 digits',
    'The amount is missing',
    'The amount must be above zero',
    'The limit per payout is $10000.00',
    null,
    'The same payout is in this file already. If both are meant, give each its own reference',
    null,
  ])
})

test.each([
  ['The file is empty', ''],
  ['The file has no rows under its first line', 'recipient,amount'],
  ['Unknown column “currency”', 'recipient,amount,currency\na,1,EUR'],
  ['The column amount is missing', 'recipient,reference\na,1'],
  ['The file has two columns for the recipient', 'email,customer_id,amount\na,b,1'],
  ['Line 2 has more cells than the first line', 'recipient,amount\na,1,250.00'],
  ['The file has a quotation mark without its counterpart', 'recipient,amount\n"a,1'],
  ['The file has 1001 rows. A batch has at most 1000', `recipient,amount\n${'a,1\n'.repeat(1001)}`],
  ['Line 2: the recipient has more than 255 characters', `recipient,amount\n${'a'.repeat(256)},1`],
  ['The file is larger than 512 KB', `recipient,amount\n${'a'.repeat(600_000)},1`],
])('a file is refused as a whole: %s', async (message, file) => {
  const { status, body } = await member.call(uploadPayoutBatch, 'POST', PATH, { name: 'x.csv', file })
  expect(status).toBe(400)
  expect(body.error).toContain(message)
  expect(await database().payoutBatch.count({ where: { accountId: account.id } })).toBe(0)
})

describe('confirmed', () => {
  test('twice at once, it pays each row once', async () => {
    await payee('ada@example.com', DELIVERED)
    const batch = await upload(...Array.from({ length: 20 }, (_, index) => `ada@example.com,,1,${index}`))
    const answers = await Promise.all(Array.from({ length: 4 }, () => pay(batch)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409])
    await Promise.all([workOff(), workOff()])
    expect(await payouts()).toHaveLength(20)
    expect(await available()).toBe(98_000n)
  })

  test('it pays what was shown, or nothing', async () => {
    await payee('ada@example.com', DELIVERED)
    const batch = await upload('ada@example.com,,1,', 'late@example.com,,2,')
    await payee('late@example.com', DELIVERED)
    expect(await pay(batch)).toMatchObject({ status: 409 })
    await workOff()
    expect(await payouts()).toEqual([])
    expect(await pay(await read(batch.id))).toMatchObject({ status: 202 })
  })

  test('with a sum above the balance or the day’s limit, it pays nothing', async () => {
    await payee('ada@example.com', DELIVERED)
    const batch = await upload('ada@example.com,,600,', 'ada@example.com,,400.01,')
    expect(await pay(batch)).toMatchObject({
      status: 400,
      body: { error: 'Insufficient available balance', nextStep: expect.stringContaining('unchanged') },
    })
    await fundWallet(account, 10_000_000n)
    const rows = Array.from({ length: 6 }, (_, index) => `ada@example.com,,9000,${index}`)
    expect(await pay(await upload(...rows))).toMatchObject({
      status: 400,
      body: { error: 'Withdrawal exceeds your daily limit of $50000' },
    })
    await workOff()
    expect(await payouts()).toEqual([])
  })

  test('with a sum above the vendor’s threshold, it asks for the password again', async () => {
    await payee('ada@example.com', DELIVERED)
    await fundWallet(account, 1_000_000n)
    const batch = await upload('ada@example.com,,600,', 'ada@example.com,,400.01,')
    await letProofsExpire()
    expect(await pay(batch)).toMatchObject({ status: 403 })
    expect(await read(batch.id)).toMatchObject({ status: 'draft' })
  })

  test('and stopped, it pays what was sent by then and nothing else', async () => {
    await payee('ada@example.com', DELIVERED)
    const batch = await upload(...Array.from({ length: 10 }, (_, index) => `ada@example.com,,1,${index}`))
    await pay(batch)
    const [working, stopped] = await Promise.all([
      workOff(),
      member.call(stopPayoutBatch, 'POST', `${PATH}/${batch.id}/stop`),
    ])
    expect(working).toBeUndefined()
    expect(stopped.status).toBe(200)
    await workOff()
    const { counts } = await read(batch.id)
    expect(counts.paid + counts.stopped).toBe(10)
    expect(await payouts()).toHaveLength(counts.paid)
  })
})

describe('from the vendor’s threshold on', () => {
  const decide = (by: typeof member, { id, held }: BatchView, isApproved: boolean) =>
    by.call(decideOnPayoutBatch, 'POST', `${PATH}/${id}/decide`, {
      isApproved,
      count: held.count,
      sum: held.sum.amount,
    })
  let second: typeof member

  beforeEach(async () => {
    const data = { payoutApprovalFromMinor: 500n }
    await inOrmTransaction((tx) => tx.vendor.update({ where: { id: vendorId }, data }))
    second = await signedIn(await buildMember(vendorId, 'finance'))
    await payee('ada@example.com', DELIVERED)
  })

  test('the sum counts: small rows wait for a second person too, and are then paid once', async () => {
    const batch = await upload('ada@example.com,,2,', 'ada@example.com,,3,')
    expect((await pay(batch)).status).toBe(202)
    await workOff()
    const heldBatch = await read(batch.id)
    expect(heldBatch).toMatchObject({
      status: 'held',
      counts: { held: 2 },
      held: { sum: { amount: '5.00' } },
    })
    expect(await payouts()).toEqual([])
    expect(await readWaiting(account.id)).toMatchObject({
      count: 1,
      rows: [],
      batches: [
        { id: batch.id, name: 'may.csv', rowCount: 2, sum: { amount: '5.00' }, confirmedBy: member.email },
      ],
    })
    const another = await buildVendor()
    expect(await readWaiting(another.test.id)).toEqual({
      count: 0,
      rows: [],
      batches: [],
      scheduled: [],
    })
    expect(await decide(member, heldBatch, true)).toMatchObject({ status: 403 })
    const third = await signedIn(await buildMember(vendorId, 'admin'))
    const answers = await Promise.all([decide(second, heldBatch, true), decide(third, heldBatch, true)])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(await readWaiting(account.id)).toMatchObject({ count: 0, batches: [] })
    await Promise.all([workOff(), workOff()])
    expect(await read(batch.id)).toMatchObject({ status: 'done', paid: { amount: '5.00' } })
    expect(await payouts()).toHaveLength(2)
  })

  test('a batch of a program needs both: one confirms it here, another approves it, and each row is paid once', async () => {
    const ada = await database().customer.findFirstOrThrow({ where: { accountId: account.id } })
    const { id: bankAccountId } = await database().bankAccount.findFirstOrThrow({
      where: { customerId: ada.id },
    })
    await buildApiKey(account, { name: 'Payroll server' })
    const { id: apiKeyId } = await database().apiKey.findFirstOrThrow({ where: { accountId: account.id } })
    const row = { customerId: ada.id, bankAccountId, amountMinor: 300n, metadata: null }
    const rows = ['May', 'June'].map((reference) => ({ ...row, reference }))
    const order = { name: 'Payroll', payouts: { rows, errors: [] }, sendOn: null }
    const fresh = await findAccount(database(), vendorId, account.mode)
    const { id } = await inOrmTransaction((tx) =>
      createBatch(tx, fresh, order, { apiKeyId, requestId: newId() }),
    )
    await workOff()
    const draft = await read(id)
    expect(draft).toMatchObject({
      status: 'draft',
      apiKey: 'Payroll server',
      uploadedBy: null,
      counts: { ready: 2 },
    })
    expect((await pay(draft)).status).toBe(202)
    await workOff()
    expect(await payouts()).toEqual([])
    expect(await decide(member, await read(id), true)).toMatchObject({ status: 403 })
    expect((await decide(second, await read(id), true)).status).toBe(202)
    await workOff()
    expect(await read(id)).toMatchObject({ status: 'done', paid: { amount: '6.00' } })
    const references = (await payouts()).map(({ metadata }) => JSON.stringify(metadata))
    expect(references.sort()).toEqual(['{"reference":"June"}', '{"reference":"May"}'])
    const waiting = database().$executeRaw`
      UPDATE payout_requests SET requested_by_id = NULL, requested_by_name = NULL WHERE account_id = ${account.id}::uuid`
    await expect(waiting).rejects.toThrow('payout_requests_requester')
  })

  test('a batch that is approved and taken back at once is paid whole or not at all', async () => {
    const batch = await upload('ada@example.com,,700,', 'ada@example.com,,1,')
    await pay(batch)
    expect((await decide(second, await read(batch.id), false)).status).toBe(202)
    await workOff()
    expect(await read(batch.id)).toMatchObject({ counts: { ready: 2 } })
    await pay(batch)
    const heldBatch = await read(batch.id)
    const answers = await Promise.all([decide(second, heldBatch, true), decide(member, heldBatch, false)])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    await workOff()
    expect(await payouts()).toHaveLength(answers[0]?.status === 202 ? 2 : 0)
  })

  test('everybody who may approve it is asked by mail, and the person who confirmed it is told the decision', async () => {
    const admin = await signedIn(await buildMember(vendorId, 'admin'))
    await signedIn(await buildMember(vendorId, 'developer'))
    const mails = async () => (await mailsOf(account.id, 'payout_approval')).map(toldOf)
    const toldOf = ({ recipient, subject }: { recipient: string; subject: string }) => [recipient, subject]
    const batch = await upload('ada@example.com,,2,', 'ada@example.com,,3,')
    await pay(batch)
    const batchSubject = '[Test] Approve a batch of payouts: $5.00 in may.csv'
    const approvers = [admin.email, second.email].toSorted()
    expect((await mails()).toSorted()).toEqual(approvers.map((email) => [email, batchSubject]))
    const [mail] = await mailsOf(account.id, 'payout_approval')
    expect(mail?.text).toContain(`/payouts/batches/${batch.id}`)
    expect(await readMail(account.id, mail?.id ?? '')).toMatchObject({
      aboutPath: `/payouts/batches/${batch.id}`,
    })
    expect(await readVendorBatch(vendorId, batch.id)).toMatchObject({ mode: 'test', status: 'held' })

    await decide(second, await read(batch.id), false)
    expect((await mails()).at(-1)).toEqual([member.email, '[Test] Batch sent back: $5.00 in may.csv'])
    // It is confirmed and mailed again, and nobody is told of what they took back themselves.
    await pay(batch)
    expect(await mails()).toHaveLength(5)
    await decide(member, await read(batch.id), false)
    expect(await mails()).toHaveLength(5)
    await pay(batch)
    await decide(admin, await read(batch.id), true)
    expect(await mails()).toHaveLength(8)
    expect((await mails()).at(-1)).toEqual([member.email, '[Test] Batch approved: $5.00 in may.csv'])
    await workOff()
    expect(await payouts()).toHaveLength(2)
  })

  test('a batch below the threshold is mailed to nobody', async () => {
    await pay(await upload('ada@example.com,,4,'))
    expect(await mailsOf(account.id, 'payout_approval')).toEqual([])
  })

  test('a member whose role was taken does not approve', async () => {
    const batch = await upload('ada@example.com,,7,')
    await pay(batch)
    const { count } = await database().member.updateMany({
      where: { vendorId, role: 'finance' },
      data: { role: 'developer' },
    })
    expect(count).toBe(1)
    expect(await decide(second, await read(batch.id), true)).toMatchObject({ status: 403 })
    await workOff()
    expect(await payouts()).toEqual([])
  })

  test('the database refuses an approval by who confirmed it, by id and by email', async () => {
    const batch = await upload('ada@example.com,,7,')
    await pay(batch)
    const [row] = (await read(batch.id)).rows
    const set = (assignment: string) =>
      connectionPool().query(
        `UPDATE payout_requests SET ${assignment}, decided_at = now(), status = 'APPROVED', next_attempt_at = now() WHERE id = $1`,
        [row?.id],
      )
    for (const own of [
      `decided_by_id = requested_by_id, decided_by_name = 'x'`,
      `decided_by_id = gen_random_uuid(), decided_by_name = requested_by_name`,
    ]) {
      await expect(set(own)).rejects.toThrow('payout_requests_two_people')
    }
  })

  test('approving asks for the password again, whatever the sum; sending it back does not', async () => {
    const batch = await upload('ada@example.com,,7,')
    await pay(batch)
    const heldBatch = await read(batch.id)
    await letProofsExpire()
    expect(await decide(second, heldBatch, true)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('password') },
    })
    expect(await read(batch.id)).toMatchObject({ status: 'held' })
    expect(await decide(second, heldBatch, false)).toMatchObject({ status: 202 })
    await workOff()
    expect(await payouts()).toEqual([])
  })

  test('a batch below it is paid without', async () => {
    await pay(await upload('ada@example.com,,4.99,'))
    await workOff()
    expect(await payouts()).toMatchObject([{ status: 'PAID' }])
  })
})

describe('failed rows', () => {
  test('are tried again with payouts of their own, and a payout without an outcome never is', async () => {
    await payee('ada@example.com', DELIVERED)
    await payee('gone@example.com', REFUSED)
    await payee('slow@example.com', UNANSWERED)
    const batch = await upload('ada@example.com,,1,', 'gone@example.com,,2,', 'slow@example.com,,3,')
    await pay(batch)
    await workOff()
    const after = await read(batch.id)
    expect(statesOf(after)).toEqual(['paid', 'failed', 'processing'])
    expect(after.rows[1]?.problem).toBe('This bank account doesn’t exist')
    expect(after.failed).toMatchObject({ count: 1, sum: { amount: '2.00' } })
    const answers = await Promise.all([pay(after, 'failed'), pay(after, 'failed')])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    await workOff()
    expect((await payouts()).map(({ status, amountMinor }) => [status, amountMinor])).toEqual(
      expect.arrayContaining([
        ['FAILED', 200n],
        ['FAILED', 200n],
        ['PROCESSING', 300n],
        ['PAID', 100n],
      ]),
    )
    expect(await payouts()).toHaveLength(4)
    const where = { payoutRequest: { batchId: batch.id, line: 3 } }
    expect(await database().payout.count({ where })).toBe(2)
    expect(await available()).toBe(99_600n)
  })

  test('are corrected, confirmed again, and then paid', async () => {
    await payee('ada@example.com', DELIVERED)
    await payee('gone@example.com', REFUSED, '999988887777')
    const batch = await upload('ada@example.com,,1,', 'gone@example.com,1116,2,')
    await pay(batch)
    await workOff()
    const rowPath = (index: number) => `${PATH}/${batch.id}/rows/${batch.rows[index]?.id}`
    const cells = { recipient: ' gone@example.com', bankAccount: '7777', amount: '2', reference: '' }
    const corrected = await member.call(correctPayoutRow, 'POST', rowPath(1), cells)
    expect(statesOf(corrected.body as unknown as BatchView)).toEqual(['paid', 'ready'])
    expect(await member.call(correctPayoutRow, 'POST', rowPath(0), cells)).toMatchObject({ status: 409 })
    expect(await member.call(removePayoutRow, 'POST', `${rowPath(0)}/remove`)).toMatchObject({ status: 409 })
    await workOff()
    expect(await payouts()).toHaveLength(2)
    await pay(await read(batch.id))
    await workOff()
    expect(await read(batch.id)).toMatchObject({ counts: { paid: 2 }, paid: { amount: '3.00' } })
  })

  test('refused before a payout existed, such as for the balance, say why', async () => {
    await payee('ada@example.com', DELIVERED)
    const batch = await upload('ada@example.com,,600,', 'ada@example.com,,400,')
    await pay(batch)
    await inOrmTransaction((tx) =>
      tx.vendor.update({ where: { id: vendorId }, data: { payoutLimitMinor: 50_000n } }),
    )
    await workOff()
    const after = await read(batch.id)
    expect(statesOf(after)).toEqual(['failed', 'paid'])
    expect(after.rows[0]?.problem).toBe('Withdrawal exceeds your limit of $500 per request')
    // Under the new limit there is nothing to try again before it is corrected.
    expect(after.failed.count).toBe(0)
  })
})

test('a removed row is not paid, and a discarded batch pays nothing', async () => {
  await payee('ada@example.com', DELIVERED)
  const batch = await upload('ada@example.com,,1,a', 'ada@example.com,,2,b')
  await member.call(removePayoutRow, 'POST', `${PATH}/${batch.id}/rows/${batch.rows[0]?.id}/remove`)
  expect(await read(batch.id)).toMatchObject({ new: { count: 1, sum: { amount: '2.00' } } })
  await member.call(stopPayoutBatch, 'POST', `${PATH}/${batch.id}/stop`)
  expect(await pay({ ...batch, new: { count: 1, sum: { amount: '2.00', currency: 'USD' } } })).toMatchObject({
    status: 409,
  })
  expect(await read(batch.id)).toMatchObject({ status: 'discarded', new: { count: 0 } })
})

test('a file that was paid before is recognised', async () => {
  await payee('ada@example.com', DELIVERED)
  const first = await upload('ada@example.com,,1,')
  expect((await upload('ada@example.com,,1,')).earlier).toBeNull()
  await pay(first)
  expect((await upload('ada@example.com,,1,')).earlier).toMatchObject({ id: first.id })
})

test('another vendor’s batch looks missing, and so does the other mode’s', async () => {
  await payee('ada@example.com', DELIVERED)
  const batch = await upload('ada@example.com,,1,')
  await buildLiveApproval(vendorId)
  const other = await signedIn((await buildVendor()).id)
  const row = `${PATH}/${batch.id}/rows/${batch.rows[0]?.id}`
  const cells = { recipient: '', bankAccount: '', amount: '', reference: '' }
  const confirmed = { selection: 'new', count: 1, sum: '1.00' }
  for (const [by, mode] of [
    [other, 'test'],
    [member, 'live'],
  ] as const) {
    const missing = { status: 404, body: { error: 'Batch not found' } }
    const inMode = (path: string) => `${path}?mode=${mode}`
    expect(await by.call(getPayoutBatch, 'GET', inMode(`${PATH}/${batch.id}`))).toMatchObject(missing)
    expect(await by.call(stopPayoutBatch, 'POST', inMode(`${PATH}/${batch.id}/stop`))).toMatchObject(missing)
    expect(await by.call(correctPayoutRow, 'POST', inMode(row), cells)).toMatchObject(missing)
    expect(await by.call(removePayoutRow, 'POST', inMode(`${row}/remove`))).toMatchObject(missing)
    const paid = await by.call(payPayoutBatch, 'POST', inMode(`${PATH}/${batch.id}/pay`), confirmed)
    expect(paid).toMatchObject(missing)
  }
  expect(await read(batch.id)).toMatchObject({ status: 'draft', counts: { ready: 1 } })
})
