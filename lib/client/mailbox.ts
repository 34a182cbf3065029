import type { Mode } from '@/lib/auth/mode'
import { requestJson } from './request'

/** Switches mail to the account's customers on or off. */
export async function switchCustomerMail(mode: Mode, isOn: boolean): Promise<void> {
  await requestJson(`/api/dashboard/mailbox/customer-mail?mode=${mode}`, { method: 'POST', body: { isOn } })
}
