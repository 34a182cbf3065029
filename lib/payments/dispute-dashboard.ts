import { session } from '@/lib/auth/session-access'
import { operation } from '@/lib/http/operation'
import { csvFile } from '@/lib/lists/csv'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { tabsView } from '@/lib/lists/status-counts'
import { disputeList, readDisputeTabs } from './dispute-list'
import { disputeRow } from './dispute-row'

const PATH = '/api/dashboard/disputes'
const TAG = 'Disputes'

export const listDisputes = operation({
  method: 'GET',
  path: PATH,
  summary: 'List disputes',
  tag: TAG,
  access: session('read'),
  query: listParameters(disputeList),
  answers: { 200: listView(disputeRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await disputeList.read(account.id, query, account.zone),
}))

export const disputeTabs = operation({
  method: 'GET',
  path: `${PATH}/tabs`,
  summary: 'Count disputes by status',
  description: 'With their sums. Stops counting at 10,000 of a status.',
  tag: TAG,
  access: session('read'),
  answers: { 200: tabsView },
}).handle(async ({ account }) => ({
  status: 200,
  body: await readDisputeTabs(account.id),
}))

export const exportDisputes = operation({
  method: 'GET',
  path: `${PATH}/export`,
  summary: 'Export disputes',
  tag: TAG,
  access: session('read'),
  query: listParameters(disputeList),
  answers: { 200: csvFile },
  errors: parameterErrors,
}).handle(({ account, query }) => disputeList.export(account, query))
