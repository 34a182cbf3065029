import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { setCustomerMail } from '@/lib/vendors/account'
import { mailList, mailRow } from './mail-list'

const PATH = '/api/dashboard/mailbox'

export const listMails = operation({
  method: 'GET',
  path: PATH,
  summary: 'List emails',
  tag: 'Mailbox',
  access: session('read'),
  query: listParameters(mailList),
  answers: { 200: listView(mailRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await mailList.read(account.id, query, account.zone),
}))

const customerMail = z.object({ isOn: z.boolean('isOn must be true or false') })

export const switchCustomerMail = operation({
  method: 'POST',
  path: `${PATH}/customer-mail`,
  summary: 'Switch emails to customers on or off',
  tag: 'Mailbox',
  access: session('settings.write'),
  body: jsonFields(customerMail),
  answers: { 200: customerMail },
}).handle(async ({ account, audit, input: { isOn } }) => {
  await inOrmTransaction(async (tx) => {
    await setCustomerMail(tx, account.id, isOn)
    await audit(tx, { action: 'customer_mail.switched', detail: isOn ? 'On' : 'Off' })
  })
  return { status: 200, body: { isOn } }
})
