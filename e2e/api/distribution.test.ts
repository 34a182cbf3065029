import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actBeside, IS_DISTRIBUTED, type Service, startService } from '../fixtures/service'

/* On a Citus cluster only, which CONTRIBUTING.md's commands don't start: docs/scaling.md has the one that does. */
describe.runIf(IS_DISTRIBUTED)('tables that a later version adds', () => {
  const LATER = { later_of_accounts: 'account_id', later_of_vendors: 'account_id' }
  let service: Service
  let owner: Client
  let distributeTables: (url: string) => Promise<string[]>

  beforeAll(async () => {
    service = await startService()
    // It reads the settings when it is imported, which the files after this one share.
    actBeside(service.joined)
    const distribution = await import('@/lib/db/distribution')
    distributeTables = distribution.distributeTables
    owner = new Client({ connectionString: service.databaseUrl })
    await owner.connect()
    Object.assign(distribution.DISTRIBUTED, LATER)
  })
  afterAll(async () => {
    await owner?.end()
    await service?.stop()
  })

  test('are distributed by its start, with their foreign keys to an account or a vendor', async () => {
    await owner.query(
      `CREATE TABLE later_of_accounts (account_id UUID NOT NULL REFERENCES accounts (id), id UUID NOT NULL, PRIMARY KEY (account_id, id))`,
    )
    await owner.query(
      `CREATE TABLE later_of_vendors (account_id UUID NOT NULL, id UUID NOT NULL, vendor_id UUID REFERENCES vendors (id),
                                      PRIMARY KEY (account_id, id))`,
    )
    expect(await distributeTables(service.databaseUrl)).toEqual(Object.keys(LATER))
    const { rows } = await owner.query(
      `SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS "refersTo"
         FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text LIKE 'later%' ORDER BY 1`,
    )
    expect(rows).toEqual([
      { table: 'later_of_accounts', refersTo: 'accounts' },
      { table: 'later_of_vendors', refersTo: 'vendors' },
    ])
    expect(await distributeTables(service.databaseUrl)).toEqual([])
  })
})
