import { expect, test } from 'vitest'
import { auditList } from '@/lib/audit/audit-list'
import { customerList } from '@/lib/customers/customer-list'
import { invoiceList } from '@/lib/invoices/invoice-list'
import { mailList } from '@/lib/mail/mail-list'
import { payoutList } from '@/lib/payouts/payout-list'
import { requestList } from '@/lib/request-log/request-list'
import { statementList } from '@/lib/wallet/statement'
import { deliveryList } from '@/lib/webhooks/delivery-list'
import { buildInvoice, buildVendor, fundWallet } from '@/prisma/seed/builders'

const LISTS = {
  auditList,
  customerList,
  deliveryList,
  invoiceList,
  mailList,
  payoutList,
  requestList,
  statementList,
}

const FIRST = '0001-01-01'
const LAST = '9999-12-31'

test.each(Object.entries(LISTS))('%s accepts every day of the calendar', async (_, list) => {
  const { id, test: account } = await buildVendor()
  await fundWallet(account, 100n)
  await buildInvoice(account, { amountMinor: 100n })
  const tenantId = list === auditList ? id : account.id
  const countOf = async (query: string) => (await list.read(tenantId, new URLSearchParams(query))).rows.length
  const all = await countOf('')
  expect(await countOf(`created_from=${FIRST}&created_to=${LAST}`)).toBe(all)
  expect(await countOf(`created_from=${FIRST}`)).toBe(all)
  expect(await countOf(`created_to=${LAST}`)).toBe(all)
  expect(await countOf(`created_from=${LAST}`)).toBe(0)
  expect(await countOf(`created_to=${FIRST}`)).toBe(0)
})
