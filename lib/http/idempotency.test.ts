import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyedHashes } from '@/lib/crypto/secrets'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { setClock } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { buildVendor } from '@/prisma/seed/builders'
import { claimKey, completeClaim, forgetExpiredClaims, type KeyClaim, releaseClaim } from './idempotency'
import { noteResource } from './idempotency-statements'

const LEASE_MS = 1000
const answer = { status: 201, body: '{"status":"success","account_number":"000123456789"}', resourceId: null }

let time = new Date()
let accountId: string
let key: string

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  accountId = (await buildVendor()).test.id
  key = newId()
})
afterEach(() => setClock(null))

const later = (ms: number) => {
  time = new Date(time.getTime() + ms)
}

type ClaimFields = {
  key?: string
  endpoint?: string
  accountId?: string
  body?: string
  keptForGood?: boolean
}

const claim = ({
  body = 'body',
  keptForGood = false,
  ...fields
}: ClaimFields = {}): Promise<Awaited<ReturnType<typeof claimKey>>> =>
  inOrmTransaction((tx) =>
    claimKey(tx, {
      accountId,
      endpoint: 'POST /api/v2/customer',
      key,
      ...fields,
      requestHashes: keyedHashes('idempotency', body),
      leaseMs: LEASE_MS,
      keptForGood,
    }),
  )

async function openClaim(fields: ClaimFields = {}): Promise<KeyClaim> {
  const claimed = await claim(fields)
  if (!('holder' in claimed)) throw new Error('the key has an answer already')
  return claimed
}

const note = ({ endpoint, key, holder }: KeyClaim, resourceId: string) =>
  noteResource(connectionPool(), { accountId, endpoint, key, holder, resourceId })
const complete = (claimed: KeyClaim) => inOrmTransaction((tx) => completeClaim(tx, claimed, answer))

describe('while the first request runs', () => {
  test('of twenty concurrent requests with one key, one goes ahead and the others are told to wait', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => claim()))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'idempotency_key_in_progress' })
      }
    }
  })

  test('a request with another body is refused for that', async () => {
    await openClaim()
    await expect(claim({ body: 'other' })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('a claim covers one account and one endpoint', async () => {
    await openClaim()
    await openClaim({ endpoint: 'POST /api/v2/invoice' })
    await openClaim({ accountId: (await buildVendor()).test.id, body: 'other' })
  })
})

describe('once it is answered', () => {
  test('a repeat gets the same answer, byte for byte', async () => {
    await complete(await openClaim())
    expect(await claim()).toEqual(answer)
    later(DAY_MS - 1)
    expect(await claim()).toEqual(answer)
  })

  test('a repeat with another body is refused', async () => {
    await complete(await openClaim())
    await expect(claim({ body: 'other' })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('after a day the key is free again', async () => {
    await complete(await openClaim())
    later(DAY_MS)
    expect(await claim({ body: 'other' })).toMatchObject({ resourceId: null })
  })

  test('a payout’s key is kept for good', async () => {
    await complete(await openClaim({ keptForGood: true }))
    later(400 * DAY_MS)
    await forgetExpiredClaims(100)
    expect(await claim({ keptForGood: true })).toEqual(answer)
  })

  test('the answer is unreadable in the database, and can’t be decrypted under another key', async () => {
    await complete(await openClaim())
    const { rows } = await connectionPool().query<{ text: string }>(
      'SELECT c::text AS text FROM idempotency_claims c WHERE key = $1',
      [key],
    )
    expect(rows[0]?.text).not.toContain('000123456789')

    const other = newId()
    await complete(await openClaim({ key: other }))
    await connectionPool().query(
      `UPDATE idempotency_claims SET response_encrypted =
         (SELECT response_encrypted FROM idempotency_claims WHERE key = $1) WHERE key = $2`,
      [key, other],
    )
    await expect(claim({ key: other })).rejects.toThrow()
  })
})

describe('when the first request was refused', () => {
  test('the key is free at once, for the same body and for another', async () => {
    const first = await openClaim()
    await inOrmTransaction((tx) => releaseClaim(tx, first))
    const second = await openClaim({ body: 'other' })
    await inOrmTransaction((tx) => releaseClaim(tx, second))
    await openClaim()
  })

  test('an answered claim can’t be released', async () => {
    const claimed = await openClaim()
    await complete(claimed)
    await inOrmTransaction((tx) => releaseClaim(tx, claimed))
    expect(await claim()).toEqual(answer)
  })
})

describe('when the first request died', () => {
  test('one of twenty takes the key over once its lease expires, and the payout with it', async () => {
    const payoutId = newId()
    const first = await openClaim()
    expect(await note(first, payoutId)).toHaveLength(1)
    later(LEASE_MS - 1)
    await expect(claim()).rejects.toMatchObject({ code: 'idempotency_key_in_progress' })
    later(1)
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => claim()))
    const won = results.filter((result) => result.status === 'fulfilled')
    expect(won.map(({ value }) => value)).toEqual([expect.objectContaining({ resourceId: payoutId })])
  })

  test('another body does not take it over', async () => {
    await openClaim()
    later(LEASE_MS)
    await expect(claim({ body: 'other' })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('a request that was merely slow can’t create or answer anything any more', async () => {
    const slow = await openClaim()
    later(LEASE_MS)
    const successor = await openClaim()
    const refused = { code: 'idempotency_key_in_progress' }
    expect(await note(slow, newId())).toEqual([])
    await expect(complete(slow)).rejects.toMatchObject(refused)
    await inOrmTransaction((tx) => releaseClaim(tx, slow))
    await complete(successor)
    expect(await claim()).toEqual(answer)
  })

  test('what it had not committed is rolled back with the claim', async () => {
    const claimed = await openClaim()
    later(LEASE_MS)
    await openClaim()
    const customers = () => database().customer.count({ where: { accountId } })
    const work = inOrmTransaction(async (tx) => {
      await tx.customer.create({
        data: {
          accountId,
          id: newId(),
          name: 'Late',
          email: 'l@example.com',
          emailKey: 'l@example.com',
          createdAt: time,
        },
      })
      await completeClaim(tx, claimed, answer)
    })
    await expect(work).rejects.toMatchObject({ code: 'idempotency_key_in_progress' })
    expect(await customers()).toBe(0)
  })
})

test('expired claims are deleted, up to a limit, and others stay', async () => {
  await database().idempotencyClaim.deleteMany()
  for (const name of ['a', 'b', 'c']) await complete(await openClaim({ key: `${key}-${name}` }))
  later(DAY_MS)
  await complete(await openClaim({ key: `${key}-new` }))
  const left = () => database().idempotencyClaim.count({ where: { accountId } })
  await forgetExpiredClaims(2)
  expect(await left()).toBe(2)
  await forgetExpiredClaims(100)
  expect(await left()).toBe(1)
})
