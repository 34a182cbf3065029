import { readMails } from './read-mailbox'
import { sessionRead } from './session-operation'

/** The account's mail. */
export const listMails = sessionRead('/api/dashboard/mailbox', async ({ vendor, account, url }) => ({
  status: 200,
  body: await readMails(vendor.id, account.mode, url.searchParams),
}))
