import { inTransaction } from '@/lib/db/transaction'
import { revokeApiKey as revoke } from '@/lib/domain/api-keys/revoke-api-key'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import { sessionWrite } from './session-operation'

/** Ends a key of the account for good. */
export const revokeApiKey = sessionWrite('/api/dashboard/api-keys/:id', async ({ account, params }) => {
  const id = params.id ?? ''
  if (!isId(id)) throw new DomainError('api_key_not_found')
  await inTransaction((tx) => revoke(tx, account.id, id))
  return { status: 200, body: { id, status: 'revoked' } }
})
