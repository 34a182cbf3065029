import { session } from '@/lib/auth/session-access'
import { operation } from '@/lib/http/operation'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { requestList, requestRow } from './request-list'

export const listRequests = operation({
  method: 'GET',
  path: '/api/dashboard/requests',
  summary: 'List API requests',
  tag: 'Request log',
  access: session('developers.read'),
  query: listParameters(requestList),
  answers: { 200: listView(requestRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await requestList.read(account.id, query, account.zone),
}))
