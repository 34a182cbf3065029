import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { database } from '@/lib/db/client'
import { operation } from '@/lib/http/operation'
import { success } from '@/lib/http/schemas'
import { LIST_NOTES, listErrors, nextCursor } from '@/lib/lists/api-list'
import { dispute, presentDispute } from './answer'
import { disputesForPrograms, findDispute } from './dispute-list'

const reader = apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' })

/** Beyond the contract. */
export const getDispute = operation({
  method: 'GET',
  path: '/api/v2/dispute/{dispute_id}',
  summary: 'Get a dispute',
  description: 'Returns a dispute as it is now: how long you can answer it, and where.',
  tag: 'Disputes',
  notes: [
    'Evidence goes to the payment provider, on the page at `provider_url`. Without any by `evidence_due_at`, the dispute is lost.',
    'In test mode `provider_url` leads to the documentation of the [test helper](/docs/api/dispute-test-invoice) that decides the dispute.',
  ],
  params: { dispute_id: 'The dispute.' },
  access: reader,
  answers: { 200: z.object({ status: success, dispute }).describe('The dispute') },
  errors: ['dispute_not_found'],
}).handle(async ({ account, params }) => {
  const row = await findDispute(database(), account.id, params.dispute_id)
  return { status: 200, body: { status: 'success', dispute: presentDispute(row) } }
})

/** Beyond the contract. */
export const listDisputes = operation({
  method: 'GET',
  path: '/api/v2/disputes',
  summary: 'List disputes',
  description: 'Returns the disputes of your invoices, newest first, a page at a time.',
  tag: 'Disputes',
  notes: LIST_NOTES,
  access: reader,
  query: disputesForPrograms.query,
  answers: {
    200: z
      .object({ status: success, disputes: z.array(dispute), next_cursor: nextCursor })
      .describe('A page of disputes'),
  },
  errors: listErrors,
}).handle(async ({ account, query }) => {
  const { rows, nextCursor } = await disputesForPrograms.read(account.id, query)
  const disputes = rows.map(presentDispute)
  return { status: 200, body: { status: 'success', disputes, next_cursor: nextCursor } }
})
