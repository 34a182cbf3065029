import { expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { findAccountByApiKey } from '@/lib/auth/api-key'
import { connectionPool, database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { banVendor } from '@/lib/vendors/manage-vendor'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { generateApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './dashboard'

test('a banned vendor sees its keys and revokes them, but gets no new one', async () => {
  const { id, test: account } = await buildVendor()
  const key = await buildApiKey(account)
  const vendor = await signedIn(id)
  await inTransaction((tx) => banVendor(tx, id, 'Chargebacks', anOperator))
  const { body } = await vendor.call(listApiKeys, 'GET', listApiKeys.path)
  const [{ id: keyId = '' } = {}] = body.keys as { id?: string }[]
  const path = `${listApiKeys.path}/${keyId}`
  expect((await vendor.call(rotateApiKey, 'POST', `${path}/rotate`, { grace: 'now' })).status).toBe(403)
  expect((await vendor.call(generateApiKey, 'POST', listApiKeys.path, { name: 'A key' })).status).toBe(403)
  expect((await vendor.call(revokeApiKey, 'DELETE', path)).status).toBe(200)
  expect(await findAccountByApiKey(connectionPool(), key)).toBeNull()
  const where = { vendorId: id, action: 'api_key.revoked' }
  expect(await database().auditEvent.count({ where })).toBe(1)
})
