import { readApiKeys } from './read-api-keys'
import { sessionRead } from './session-operation'

export const listApiKeys = sessionRead('/api/dashboard/api-keys', async ({ vendor, account }) => ({
  status: 200,
  body: await readApiKeys(vendor.id, account.mode),
}))
