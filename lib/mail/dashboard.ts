import { sessionRead, sessionWrite } from '@/lib/api/dashboard/session-operation'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { inTransaction } from '@/lib/db/transaction'
import { refuseInput } from '@/lib/http/refusals'
import { readMails } from './mail-list'
import { setCustomerMail } from './queue-mail'

/** The account's mail. */
export const listMails = sessionRead('/api/dashboard/mailbox', async ({ vendor, account, url }) => ({
  status: 200,
  body: await readMails(vendor.id, account.mode, url.searchParams),
}))

/** Switches mail to the account's customers on or off. */
export const switchCustomerMail = sessionWrite(
  '/api/dashboard/mailbox/customer-mail',
  async ({ vendor, account, body, address }) => {
    const { isOn } = body
    if (typeof isOn !== 'boolean') refuseInput('isOn must be true or false')
    const action = 'customer_mail.switched'
    const detail = isOn ? 'On' : 'Off'
    await inTransaction(async (tx) => {
      await setCustomerMail(tx, account.id, isOn)
      await recordAuditEvent(tx, { vendorId: vendor.id, accountId: account.id, action, detail, address })
    })
    return { status: 200, body: { isOn } }
  },
)
