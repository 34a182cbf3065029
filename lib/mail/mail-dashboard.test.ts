import { expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { CLIENT_ADDRESS, signedIn } from '@/lib/sign-in/signed-in.fixture'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { onlyMail } from './mail.fixture'
import { listMails, switchCustomerMail } from './mail-dashboard'
import { readMailSettings } from './mail-list'

const PATH = '/api/dashboard/mailbox'

async function vendorWithMail() {
  const vendor = await buildVendor()
  await buildInvoice(vendor.test)
  return { ...vendor, ...(await signedIn(vendor.id)), mail: await onlyMail(vendor.test.id) }
}

test("the mailbox lists the account's emails, and no other vendor's", async () => {
  const [vendor, stranger] = [await vendorWithMail(), await vendorWithMail()]
  const { body } = await vendor.call(listMails, 'GET', PATH)
  expect(body.rows).toMatchObject([{ id: vendor.mail.id, kind: 'invoice', recipient: vendor.mail.recipient }])
  const { body: other } = await stranger.call(listMails, 'GET', PATH)
  expect(other.rows).toMatchObject([{ id: stranger.mail.id }])
  expect((await vendor.call(listMails, 'GET', `${PATH}?status=LOST`)).status).toBe(400)
})

test('emails to customers are switched for one account, and each switch is recorded', async () => {
  const { test: account, live, call } = await vendorWithMail()
  const isOn = async ({ id }: { id: string }) => (await readMailSettings(id)).mailsCustomers
  for (const next of [false, true]) {
    const before = await isOn(live)
    const answer = await call(switchCustomerMail, 'POST', `${PATH}/customer-mail`, { isOn: next })
    expect(answer).toMatchObject({ status: 200, body: { isOn: next } })
    expect([await isOn(account), await isOn(live)]).toEqual([next, before])
  }
  const audited = { accountId: account.id, action: 'customer_mail.switched', address: CLIENT_ADDRESS }
  expect(
    await database().auditEvent.findMany({ where: { accountId: account.id }, orderBy: { id: 'asc' } }),
  ).toMatchObject([
    { ...audited, detail: 'Off' },
    { ...audited, detail: 'On' },
  ])
})

test('a switch that is neither on nor off, or of a banned vendor, changes nothing', async () => {
  const { id, test: account, call } = await vendorWithMail()
  const before = await readMailSettings(account.id)
  for (const isOn of ['yes', 1, null, undefined]) {
    expect(await call(switchCustomerMail, 'POST', `${PATH}/customer-mail`, { isOn })).toMatchObject({
      status: 400,
      body: { error: 'isOn must be true or false' },
    })
  }
  await inOrmTransaction((tx) => markVendorBanned(tx, id, 'test', anOperator))
  const isOn = !before.mailsCustomers
  expect((await call(switchCustomerMail, 'POST', `${PATH}/customer-mail`, { isOn })).status).toBe(403)
  expect(await readMailSettings(account.id)).toEqual(before)
})
