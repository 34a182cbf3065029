import { afterEach, beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { setClock } from '@/lib/time/clock'
import { buildMember, buildVendor } from '@/prisma/seed/builders'
import { getSecurity, setPayoutApproval } from './security-dashboard'
import { signedIn } from './signed-in.fixture'
import { excludeMember } from './team'

let time = new Date()
let vendorId: string
let owner: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  vendorId = (await buildVendor()).id
  owner = await signedIn(vendorId)
})
afterEach(() => setClock(null))

const set = (from: string, by = owner) => by.call(setPayoutApproval, 'POST', setPayoutApproval.path, { from })
const threshold = async () =>
  (await database().vendor.findUniqueOrThrow({ where: { id: vendorId } })).payoutApprovalFromMinor
const notices = async () =>
  (await mailsOf(vendorId, 'security_notice'))
    .filter(({ subject }) => subject.startsWith('Payout approval'))
    .map(({ recipient, subject, text }) => ({ recipient, subject, text }))

test('it takes two people who may approve, whom developers and readers are not', async () => {
  await buildMember(vendorId, 'developer')
  await buildMember(vendorId, 'read_only')
  expect(await set('500')).toMatchObject({ status: 409, body: { error: /At least two people/ } })
  await buildMember(vendorId, 'finance')
  expect((await set('500')).status).toBe(200)
  expect(await threshold()).toBe(50_000n)
  expect((await owner.call(getSecurity, 'GET', getSecurity.path)).body).toMatchObject({
    payoutApproval: { from: '500.00', approvers: 2 },
  })
})

test('every owner and admin hears of each change, also that it was turned off, and the log has it', async () => {
  const admin = await signedIn(await buildMember(vendorId, 'admin'))
  await buildMember(vendorId, 'finance')
  await set('500')
  await set('0.01')
  await set('')
  await set('')
  expect((await notices()).map(({ recipient }) => recipient).sort()).toEqual(
    [owner, owner, owner, admin, admin, admin].map(({ email }) => email).sort(),
  )
  expect((await notices()).at(-1)?.subject).toBe('Payout approval was turned off')
  expect((await notices())[0]?.text).toContain('$500.00')
  const events = await database().auditEvent.findMany({
    where: { vendorId, action: 'payout_approval.changed' },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ detail, memberName }) => [detail, memberName])).toEqual([
    ['Off → From 500.00 USD', owner.email],
    ['From 500.00 USD → From 0.01 USD', owner.email],
    ['From 0.01 USD → Off', owner.email],
  ])
})

test('only the owner sets it, after a password or a code given lately', async () => {
  const admin = await signedIn(await buildMember(vendorId, 'admin'))
  expect((await set('500', admin)).status).toBe(403)
  time = new Date(time.getTime() + 16 * 60 * 1000)
  expect(await set('500')).toMatchObject({ status: 403, body: { error: 'Enter your password to continue' } })
  expect(await threshold()).toBeNull()
})

test.each(['0', '0.00', '1.234', '-5', 'a', '1e5'])('an amount of %s is refused', async (from) => {
  await buildMember(vendorId, 'finance')
  expect((await set(from)).status).toBe(400)
  expect(await threshold()).toBeNull()
})

test('a person removed at the same moment doesn’t count', async () => {
  const memberId = await buildMember(vendorId, 'finance')
  const by = { vendorId, member: { id: vendorId, name: owner.email }, address: null }
  let setting: ReturnType<typeof set> | undefined
  await inOrmTransaction(async (tx) => {
    await excludeMember(tx, by, memberId)
    setting = set('500')
    await expect
      .poll(async () => {
        const waiting = await database().$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return waiting.length
      })
      .toBe(1)
  })
  expect((await setting)?.status).toBe(409)
  expect(await threshold()).toBeNull()
})
