import { afterEach, beforeEach, expect, test } from 'vitest'
import { findAccountByApiKey } from '@/lib/api-keys/api-key'
import { makeToken, memberOfToken } from '@/lib/auth/one-time-token'
import { openAccountNumber } from '@/lib/bank-accounts/account-number'
import { encrypt, keyedHashes } from '@/lib/crypto/secrets'
import { endpointOwner, openWebhookSecret } from '@/lib/crypto/webhook-secret'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { claimKey, completeClaim } from '@/lib/http/idempotency'
import { newId } from '@/lib/ids'
import { onlyMail } from '@/lib/mail/mail.fixture'
import { openBody, queueMail } from '@/lib/mail/queue-mail'
import { rotateWebhookSecret } from '@/lib/vendors/manage-vendor'
import { addEndpoint, rotateEndpointSecret } from '@/lib/webhooks/endpoints'
import { buildApiKey, buildBankAccount, buildCustomer, buildVendor } from '@/prisma/seed/builders'
import { countEarlier, ENCRYPTED, reencryptAll } from './reencrypt'

const ownKey = env.SECRET_KEY ?? ''
const next = 'cd'.repeat(32)

beforeEach(() => setKeys(ownKey))
afterEach(() => setKeys(ownKey))

function setKeys(SECRET_KEY: string, ...earlier: string[]): void {
  Object.assign(env, { SECRET_KEY, SECRET_KEY_PREVIOUS: earlier.length > 0 ? earlier : undefined })
}

test('every encrypted column of the schema is in the list', async () => {
  const { rows } = await connectionPool().query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name LIKE '%\\_encrypted' ORDER BY 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(
    ENCRYPTED.map(({ table, column }) => `${table}.${column}`).sort(),
  )
})

async function buildEverything() {
  const { id: vendorId, test: account } = await buildVendor()
  const customer = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customer.id, {
    accountNumber: '000123456789',
  })
  const webhookSecret = await inOrmTransaction((tx) => rotateWebhookSecret(tx, account.id, 60_000))
  const endpoint = await inTransaction(async (tx) => {
    const { id } = await addEndpoint(tx, account.id, { url: 'https://receiver.example/' })
    return rotateEndpointSecret(tx, account.id, id, 1)
  })
  await database().member.update({
    where: { id: vendorId },
    data: { totpSecretEncrypted: encrypt('totp', vendorId, 'SECRET') },
  })
  await queueMail(connectionPool(), {
    ownerId: account.id,
    kind: 'payout',
    reference: newId(),
    recipient: 'ada@example.com',
    subject: 'Hello',
    body: {
      content: { heading: 'Good day', paragraphs: [], closing: [] },
      locale: 'en',
      isTest: false,
      senderName: 'Bakery',
      color: null,
    },
  })
  return { vendorId, account, bankAccountId, webhookSecret, endpoint }
}

test('everything encrypted is read with the new key alone, once it is re-encrypted', async () => {
  const { account, bankAccountId, webhookSecret, endpoint } = await buildEverything()
  const claiming = {
    accountId: account.id,
    endpoint: 'POST /api/v2/customer/“x”',
    key: 'a "key"',
    leaseMs: 1000,
    keptForGood: true,
  }
  const claim = await claimKey(connectionPool(), {
    ...claiming,
    requestHashes: keyedHashes('idempotency', '{}'),
  })
  if (!('holder' in claim)) throw new Error('the key is new')
  await completeClaim(connectionPool(), claim, { status: 200, body: 'the answer' })

  setKeys(next, ownKey)
  const before = await countEarlier()
  expect(before).toBeGreaterThanOrEqual(8)
  expect(await reencryptAll()).toBe(before)
  expect([await countEarlier(), await reencryptAll()]).toEqual([0, 0])

  setKeys(next)
  const bankAccount = await database().bankAccount.findFirstOrThrow({ where: { id: bankAccountId } })
  expect(openAccountNumber(bankAccount)).toBe('000123456789')
  const row = await database().account.findUniqueOrThrow({ where: { id: account.id } })
  expect(openWebhookSecret(account.id, row.webhookSecretEncrypted)).toBe(webhookSecret)
  expect(openWebhookSecret(account.id, row.previousWebhookSecretEncrypted ?? '')).toMatch(/^whsec_/)
  const receiver = await database().webhookEndpoint.findFirstOrThrow({ where: { id: endpoint.id } })
  const owner = endpointOwner(account.id, endpoint.id)
  expect(openWebhookSecret(owner, receiver.secretEncrypted)).toBe(endpoint.secret)
  expect(openWebhookSecret(owner, receiver.previousSecretEncrypted ?? '')).toMatch(/^whsec_/)
  const mail = await onlyMail(account.id)
  expect(openBody(mail)).toMatchObject({
    text: expect.stringContaining('Good day'),
  })
  // The hash of the request can't be made anew, and needs the earlier key.
  setKeys(next, ownKey)
  const again = { ...claiming, requestHashes: keyedHashes('idempotency', '{}') }
  expect(await claimKey(connectionPool(), again)).toMatchObject({ status: 200, body: 'the answer' })
  const another = { ...claiming, requestHashes: keyedHashes('idempotency', '{"a":1}') }
  await expect(claimKey(connectionPool(), another)).rejects.toThrow('idempotency_key_reused')
})

test('a rotation that was cut short goes on where it stopped, and spares what the service writes meanwhile', async () => {
  const { bankAccountId } = await buildEverything()
  setKeys(next, ownKey)
  const { rows } = await connectionPool().query<{ account_id: string }>(
    'SELECT account_id FROM bank_accounts WHERE id = $1',
    [bankAccountId],
  )
  const written = encrypt('bank-account', `${rows[0]?.account_id}/${bankAccountId}`, '000999999999')
  await connectionPool().query('UPDATE bank_accounts SET account_number_encrypted = $2 WHERE id = $1', [
    bankAccountId,
    written,
  ])
  await reencryptAll()
  const row = await database().bankAccount.findFirstOrThrow({ where: { id: bankAccountId } })
  expect(row.accountNumberEncrypted).toBe(written)
})

test('earlier API keys and links are valid as long as the earlier key is there', async () => {
  const { id: vendorId, test: account } = await buildVendor()
  const key = await buildApiKey(account)
  const token = await inOrmTransaction((tx) => makeToken(tx, vendorId, 'password_reset'))
  const find = async () => [
    (await findAccountByApiKey(connectionPool(), key))?.account.id,
    await inOrmTransaction((tx) => memberOfToken(tx, token?.token ?? '', 'password_reset')),
  ]
  setKeys(next, ownKey)
  expect(await find()).toEqual([account.id, vendorId])
  setKeys(next)
  expect(await find()).toEqual([undefined, null])
})
