import type { Table } from '@/lib/http/operation'
import { receiveInInbox } from '@/lib/webhooks/inbox-api'

/** The operation that receives webhooks for the inbox of the documentation. */
export const inboxApi = { receiveInInbox } satisfies Table
