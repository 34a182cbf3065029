import { readRequests } from './read-requests'
import { sessionRead } from './session-operation'

/** The account's request log. */
export const listRequests = sessionRead('/api/dashboard/requests', async ({ vendor, account, url }) => ({
  status: 200,
  body: await readRequests(vendor.id, account.mode, url.searchParams),
}))
