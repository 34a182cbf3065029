import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { connectionPool, database } from '@/lib/db/client'
import { checkHealth } from '@/lib/db/health'
import { anchoredNumber, anchorPathIn, beginAnchor, replaceAnchor } from '@/lib/db/seal-anchor'
import { resetToSnapshot, takeSnapshot } from '@/lib/db/table-snapshot'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { skipLedgerCheck } from '@/lib/ledger/sound-ledger.fixture'
import { log } from '@/lib/log'
import type { Account } from '@/lib/vendors/account'
import { buildVendor, fundWallet } from '@/prisma/seed/builders'
import {
  checkAuditLog,
  checkBooks,
  checkLedgerBooks,
  followSeals,
  latestChecks,
  sealBooks,
} from './check-books'

const { DATABASE_URL: ownerUrl = '', DATA_DIR: givenDir, SECRET_KEY: givenKey } = env

// Seals and heads are removed and forged here.
skipLedgerCheck()

let vendor: { id: string; test: Account }
/** Each machine has a data folder, with its own anchor. */
let machines: string[]
/** The heads as they were until the first seal, with their own genuine proofs. */
let firstHeads: string
let anchor: string

beforeAll(async () => {
  machines = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'counterfoil-anchor-'))))
  env.DATA_DIR = machines[0] ?? ''
  await beginAnchor()
  firstHeads = await headsAsJson()
  vendor = await buildVendor()
  for (let round = 0; round < 2; round += 1) {
    await fundWallet(vendor.test, 1001n)
    await recordAuditEvent(connectionPool(), {
      vendorId: vendor.id,
      action: 'profile.changed',
      detail: `event ${round}`,
    })
    await sealAll()
  }
  await takeSnapshot(ownerUrl)
  anchor = await readFile(anchorPathIn(env.DATA_DIR), 'utf8')
})
beforeEach(async () => {
  await resetToSnapshot(ownerUrl)
  env.DATA_DIR = machines[0] ?? ''
  await writeFile(anchorPathIn(env.DATA_DIR), anchor)
})
afterEach(() => {
  Object.assign(env, { SEAL_ANCHOR_FILE: undefined, SECRET_KEY: givenKey, SECRET_KEY_PREVIOUS: undefined })
  vi.restoreAllMocks()
})
afterAll(async () => {
  env.DATA_DIR = givenDir
  await Promise.all(machines.map((folder) => rm(folder, { recursive: true, force: true })))
})

/** A run notes where the rows end, and a later one seals them: the server's own transactions may delay that. */
async function sealAll(): Promise<void> {
  const isSealed = async () => {
    await sealBooks()
    const { rows } = await connectionPool().query<{ rest: number }>(
      `SELECT (SELECT count(*) FROM audit_events
                WHERE position > (SELECT up_to FROM seal_heads WHERE stream = 'audit'))::int +
              (SELECT count(*) FROM ledger_transactions
                WHERE position > (SELECT up_to FROM seal_heads WHERE stream = 'ledger'))::int AS rest`,
    )
    return rows[0]?.rest === 0
  }
  await vi.waitUntil(isSealed, { interval: 20, timeout: 20_000 })
}

async function headsAsJson(): Promise<string> {
  const { rows } = await connectionPool().query<{ heads: string }>(
    'SELECT json_agg(h)::text AS heads FROM seal_heads h',
  )
  return rows[0]?.heads ?? ''
}

/** What the owner of the database can do: past all triggers, and for good. */
async function asOwner(...statements: string[]): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.query({ text: 'SET LOCAL session_replication_role = replica' })
    for (const text of statements) await tx.query({ text })
  })
}

const putBackHeads = (heads: string) => [
  'DELETE FROM seal_heads',
  `INSERT INTO seal_heads SELECT * FROM json_populate_recordset(NULL::seal_heads, '${heads}')`,
]
const rewriteEvent = `UPDATE audit_events SET detail = 'nothing' WHERE detail = 'event 0'`
const backdate = `UPDATE ledger_transactions SET created_at = created_at - interval '400 days'`

async function problems(): Promise<string[]> {
  return [...(await checkLedgerBooks()).problems, ...(await checkAuditLog())]
}

async function sealCount(): Promise<number> {
  return Number(
    (await connectionPool().query<{ count: string }>('SELECT count(*) FROM seals')).rows[0]?.count,
  )
}

test('untouched seals agree with their anchor, which names the last of each', async () => {
  expect(await problems()).toEqual([])
  expect([await anchoredNumber('ledger'), await anchoredNumber('audit')]).toEqual([2, 2])
})

describe('the owner of the database rewrites rows, and', () => {
  test('deletes the seals with their heads: found by both checks, and nothing is sealed anew', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    await asOwner(rewriteEvent, backdate, 'DELETE FROM seals', 'DELETE FROM seal_heads')
    expect(await problems()).toEqual([
      'ledger: seals were taken back: there was a seal 2, and none is left',
      'ledger: the record of the last seal was removed',
      'audit: seals were taken back: there was a seal 2, and none is left',
      'audit: the record of the last seal was removed',
    ])
    for (let minute = 0; minute < 3; minute += 1) await sealBooks()
    await followSeals()
    expect(await sealCount()).toBe(0)
    expect(error).toHaveBeenCalledWith(
      { books: 'audit', problems: expect.arrayContaining([expect.stringContaining('taken back')]) },
      'the seals of the books were changed',
    )
    // Before the night's check, and not once more for each minute.
    expect(await latestChecks(database())).toMatchObject([
      { name: 'audit', problemCount: 2 },
      { name: 'ledger', problemCount: 2 },
    ])
    expect(await checkHealth()).toMatchObject({ books: 'audit and ledger changed' })
    expect(await readFile(anchorPathIn(env.DATA_DIR), 'utf8')).toBe(anchor)
  })

  test('puts back the heads of the time until the first seal, with their own proofs', async () => {
    await asOwner(rewriteEvent, 'DELETE FROM seals', ...putBackHeads(firstHeads))
    const problem = 'audit: seals were taken back: there was a seal 2, and none is left'
    expect(await checkAuditLog()).toEqual([problem])
    await sealBooks()
    await sealBooks()
    expect(await sealCount()).toBe(0)
  })

  test('puts back an older head with its own proof, without the seals after it', async () => {
    const older = await headsAsJson()
    await recordAuditEvent(connectionPool(), {
      vendorId: vendor.id,
      action: 'profile.changed',
      detail: 'last',
    })
    await sealAll()
    expect(await anchoredNumber('audit')).toBe(3)
    await asOwner(
      `UPDATE audit_events SET detail = 'nothing' WHERE detail = 'last'`,
      `DELETE FROM seals WHERE stream = 'audit' AND number = 3`,
      ...putBackHeads(older),
    )
    const problem = 'audit: seals were taken back: there was a seal 3, and the last one is 2 now'
    expect(await checkAuditLog()).toEqual([problem])
    await sealBooks()
    expect(await latestChecks(database())).toMatchObject([{ name: 'audit', problems: [problem] }])
  })

  test('has another machine seal the forged rows: the first one knows that its seal was another', async () => {
    await asOwner(rewriteEvent, backdate, 'DELETE FROM seals', ...putBackHeads(firstHeads))
    env.DATA_DIR = machines[1] ?? ''
    await rm(anchorPathIn(env.DATA_DIR), { force: true })
    await sealAll()
    await recordAuditEvent(connectionPool(), {
      vendorId: vendor.id,
      action: 'profile.changed',
      detail: 'next',
    })
    await sealAll()
    expect(await checkAuditLog()).toEqual([])
    env.DATA_DIR = machines[0] ?? ''
    expect(await checkAuditLog()).toEqual(['audit: seal 2 is not the one that was made'])
  })

  test('deletes the anchor too: found where the setting names the file, and by the missing heads', async () => {
    const path = anchorPathIn(env.DATA_DIR)
    await rm(path)
    await asOwner(rewriteEvent, 'DELETE FROM seals', 'DELETE FROM seal_heads')
    expect(await checkAuditLog()).toEqual(['audit: the record of the last seal was removed'])
    await sealBooks()
    expect(await sealCount()).toBe(0)
    env.SEAL_ANCHOR_FILE = path
    await asOwner(...putBackHeads(firstHeads))
    expect(await checkAuditLog()).toEqual([`audit: the anchor ${path} is missing`])
    await sealBooks()
    await sealBooks()
    expect(await sealCount()).toBe(0)
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  })

  test('changes the anchor, without our key', async () => {
    const path = anchorPathIn(env.DATA_DIR)
    for (const text of [anchor.replace('"seal":2', '"seal":1'), '{"seals":{}}', '']) {
      await writeFile(path, text)
      const problem = `the anchor ${path} was changed, or was not made with our key`
      expect(await problems()).toEqual([`ledger: ${problem}`, `audit: ${problem}`])
    }
  })
})

describe('no alarm is', () => {
  test('an anchor that lags behind, which catches up', async () => {
    const [first = '', second = ''] = machines
    env.DATA_DIR = second
    await rm(anchorPathIn(second), { force: true })
    await followSeals()
    await recordAuditEvent(connectionPool(), {
      vendorId: vendor.id,
      action: 'profile.changed',
      detail: 'more',
    })
    await sealAll()
    env.DATA_DIR = first
    expect(await anchoredNumber('audit')).toBe(2)
    expect(await problems()).toEqual([])
    await followSeals()
    expect(await anchoredNumber('audit')).toBe(3)
  })

  test('a machine that joins: it begins an anchor at the last seals, and says so', async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
    env.DATA_DIR = machines[1] ?? ''
    await rm(anchorPathIn(env.DATA_DIR), { force: true })
    await followSeals()
    expect(await anchoredNumber('ledger')).toBe(2)
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ seal: 2 }),
      'there was no anchor of the seals, so it begins here',
    )
  })

  test('an anchor older than a rotation of the secret key, as long as its key is known', async () => {
    Object.assign(env, { SECRET_KEY: 'cd'.repeat(32), SECRET_KEY_PREVIOUS: [givenKey] })
    expect(await problems()).toEqual([])
    await recordAuditEvent(connectionPool(), {
      vendorId: vendor.id,
      action: 'profile.changed',
      detail: 'new key',
    })
    await sealAll()
    expect(await anchoredNumber('audit')).toBe(3)
    expect(await problems()).toEqual([])
    env.SECRET_KEY_PREVIOUS = undefined
    expect(await checkAuditLog()).not.toEqual([])
  })
})

test('after an earlier state of the database was put back on purpose, the anchor is replaced, and sealing goes on', async () => {
  await recordAuditEvent(connectionPool(), { vendorId: vendor.id, action: 'profile.changed', detail: 'lost' })
  await sealAll()
  await resetToSnapshot(ownerUrl)
  await checkBooks()
  expect(await latestChecks(database())).toMatchObject([
    { name: 'audit', problemCount: 1 },
    { name: 'ledger' },
  ])
  expect(await replaceAnchor(anchorPathIn(env.DATA_DIR))).toEqual({ ledger: 2, audit: 2 })
  await checkBooks()
  expect(await latestChecks(database())).toMatchObject([{ problemCount: 0 }, { problemCount: 0 }])
  await recordAuditEvent(connectionPool(), {
    vendorId: vendor.id,
    action: 'profile.changed',
    detail: 'again',
  })
  await sealAll()
  expect(await anchoredNumber('audit')).toBe(3)
  expect(await problems()).toEqual([])
})

test('an anchor is not made from heads that were removed or forged', async () => {
  await asOwner(
    `UPDATE seal_heads SET proof = NULL WHERE stream = 'audit'`,
    `DELETE FROM seal_heads WHERE stream = 'ledger'`,
  )
  await expect(replaceAnchor(anchorPathIn(env.DATA_DIR))).rejects.toMatchObject({
    problems: [
      'ledger: the record of the last seal was removed',
      'audit: the proof that seal 2 is the last one was changed',
    ],
  })
  expect(await readFile(anchorPathIn(env.DATA_DIR), 'utf8')).toBe(anchor)
})

test('a first start on a database that is new begins no anchor where one says that there were seals', async () => {
  await beginAnchor()
  expect(await readFile(anchorPathIn(env.DATA_DIR), 'utf8')).toBe(anchor)
})
