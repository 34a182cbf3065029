import { session } from '@/lib/auth/session-access'
import { operation } from '@/lib/http/operation'
import { listParameters, listView } from '@/lib/lists/list-query'
import { readRequests, requestList, requestRow } from './request-list'

export const listRequests = operation({
  method: 'GET',
  path: '/api/dashboard/requests',
  summary: 'List API requests',
  tag: 'Request log',
  access: session('developers.read'),
  query: listParameters(requestList),
  answers: { 200: listView(requestRow) },
  errors: ['invalid_input', 'list_place_invalid'],
}).handle(async ({ vendor, account, query }) => ({
  status: 200,
  body: await readRequests(vendor.id, account.mode, query),
}))
