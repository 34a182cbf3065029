import { sessionRead } from '@/lib/api/dashboard/session-operation'
import { readRequests } from './request-list'

/** The account's request log. */
export const listRequests = sessionRead('/api/dashboard/requests', async ({ vendor, account, url }) => ({
  status: 200,
  body: await readRequests(vendor.id, account.mode, url.searchParams),
}))
