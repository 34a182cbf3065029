import type { Table } from '@/lib/http/operation'
import { receiveInInbox } from '@/lib/webhooks/inbox-api'

/** Where webhooks reach the inbox of the documentation. */
export const inboxApi = { receiveInInbox } satisfies Table
