import { z } from 'zod'
import { sessionEvenIfBanned } from '@/lib/auth/session-access'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields, queryFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { refuse } from '@/lib/http/refusals'
import { isId } from '@/lib/ids'
import { deleteView, newView, readViews, savedViews, saveView, VIEWED_LISTS } from '@/lib/lists/saved-views'

const PATH = '/api/dashboard/views'

export const listViews = operation({
  method: 'GET',
  path: PATH,
  summary: 'Read your saved views of a list',
  tag: 'Lists',
  access: sessionEvenIfBanned('self'),
  query: queryFields(z.object({ list: z.enum(VIEWED_LISTS) })),
  answers: { 200: savedViews },
  errors: ['invalid_input'],
}).handle(async ({ vendor, query }) => ({
  status: 200,
  body: await readViews(database(), vendor.memberId, query.list),
}))

export const createView = operation({
  method: 'POST',
  path: PATH,
  summary: 'Save a view of a list',
  description: 'For yourself. A view of the same name is replaced.',
  tag: 'Lists',
  access: sessionEvenIfBanned('self'),
  body: jsonFields(newView),
  answers: { 200: savedViews },
  errors: ['saved_views_full'],
}).handle(async ({ vendor, input }) => ({
  status: 200,
  body: await inOrmTransaction(async (tx) => {
    await saveView(tx, vendor.memberId, input)
    return readViews(tx, vendor.memberId, input.list)
  }),
}))

export const removeView = operation({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Delete a saved view',
  tag: 'Lists',
  access: sessionEvenIfBanned('self'),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: ['not_found'],
}).handle(async ({ vendor, params }) => {
  const { id } = params
  if (!isId(id)) refuse('not_found')
  await deleteView(database(), vendor.memberId, id)
  return { status: 200, body: { id } }
})
