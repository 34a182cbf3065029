import { userInfo } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { operate } from '@/e2e/fixtures/operate'
import { INSTANCE_ID } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'

const SYSTEM_USER = `system user ${userInfo().username}`

let email: string
let vendor: Awaited<ReturnType<typeof buildVendor>>

beforeEach(async () => {
  email = `vendor-${newId()}@example.com`
  vendor = await buildVendor({ email })
})
afterEach(() => {
  delete env.COUNTERFOIL_OPERATOR
})

const lastEvent = (vendorId: string) =>
  database().auditEvent.findFirstOrThrow({ where: { vendorId }, orderBy: { id: 'desc' } })

/** The commands that change something, with the action that the audit log then shows. */
const ACTS: [command: string, flags: () => Promise<Record<string, string>>, action: string][] = [
  ['vendor ban', async () => ({ vendor: email }), 'vendor.banned'],
  ['vendor set', async () => ({ vendor: email, 'payout-limit': '500' }), 'vendor.terms_changed'],
  ['vendor grant-operator', async () => ({ vendor: email }), 'vendor.operator_changed'],
  ['vendor sign-out', async () => ({ vendor: email }), 'session.revoked'],
  ['vendor disable-totp', async () => ({ vendor: email }), 'totp.disabled'],
  ['key create', async () => ({ vendor: email, mode: 'test' }), 'api_key.generated'],
  [
    'wallet credit',
    async () => ({
      vendor: email,
      mode: 'test',
      amount: '12.50',
      currency: 'USD',
      reason: 'Opening balance',
    }),
    'wallet.credited',
  ],
  [
    'invoice mark-paid',
    async () => ({ invoice: (await buildInvoice(vendor.test)).id }),
    'invoice.marked_paid',
  ],
]

test.each(ACTS)('"%s" records who ran it', async (command, flags, action) => {
  const operatorName = `ada@example.com (${SYSTEM_USER})`
  await operate(command, { ...(await flags()), as: 'ada@example.com' })
  expect(await lastEvent(vendor.id)).toMatchObject({ action, actor: 'operator', operatorName })
})

test('a new vendor’s log begins with the person who created it', async () => {
  const flags = { email: `new-${email}`, name: 'Corner Bakery', password: 'correct horse battery' }
  const { vendor_id = '' } = await operate('vendor create', flags)
  expect(await lastEvent(vendor_id)).toMatchObject({ action: 'vendor.created', operatorName: SYSTEM_USER })
})

test.each([
  ['vendor invite', { email: `${newId()}@example.com` }, 'vendor.invited'],
  ['invoice sweep-overdue', {}, 'invoice.swept'],
  ['payout reconcile', {}, 'payout.reconciled'],
  ['mail remind', {}, 'mail.reminded'],
])('"%s" is recorded for the whole instance', async (command, flags, action) => {
  env.COUNTERFOIL_OPERATOR = 'Ada'
  await operate(command, flags)
  const operatorName = `Ada (${SYSTEM_USER})`
  expect(await lastEvent(INSTANCE_ID)).toMatchObject({ action, actor: 'operator', operatorName })
})

test('reading a mail is recorded, since its link may be worth a password', async () => {
  await operate('vendor invite', { email: `new-${email}` })
  const [mail] = await operate<{ mail_id: string }[]>('mail list', { to: `new-${email}` })
  await operate('mail show', { id: mail?.mail_id ?? '' })
  expect(await lastEvent(INSTANCE_ID)).toMatchObject({ action: 'mail.read', subjectId: mail?.mail_id })
})

test('the acts of operators are listed, latest first, for all or one vendor', async () => {
  await operate('vendor ban', { vendor: email, reason: 'Chargebacks', as: 'ada@example.com' })
  await operate('vendor invite', { email: `new-${email}` })
  const [latest, before] = await operate<object[]>('audit list', { limit: '2' })
  expect(latest).toMatchObject({ action: 'vendor.invited', vendor_id: null, detail: `new-${email}` })
  expect(before).toMatchObject({ action: 'vendor.banned', vendor_id: vendor.id, detail: 'Chargebacks' })
  expect(await operate('audit list', { vendor: email })).toEqual([before])
  await expect(operate('audit list', { limit: '0' })).rejects.toThrow('--limit must be')
})
