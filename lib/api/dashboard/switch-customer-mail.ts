import { inTransaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '@/lib/domain/audit/record-audit-event'
import { setCustomerMail } from '@/lib/domain/mail/mail-sender'
import { RequestError } from '../errors'
import { sessionWrite } from './session-operation'

/** Switches mail to the account's customers on or off. */
export const switchCustomerMail = sessionWrite(
  '/api/dashboard/mailbox/customer-mail',
  async ({ vendor, account, body, address }) => {
    const { isOn } = body
    if (typeof isOn !== 'boolean') throw new RequestError(400, 'isOn must be true or false')
    const action = 'customer_mail.switched'
    const detail = isOn ? 'On' : 'Off'
    await inTransaction(async (tx) => {
      await setCustomerMail(tx, account.id, isOn)
      await recordAuditEvent(tx, { vendorId: vendor.id, accountId: account.id, action, detail, address })
    })
    return { status: 200, body: { isOn } }
  },
)
