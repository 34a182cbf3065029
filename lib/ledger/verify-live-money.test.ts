import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { buildVendor } from '@/prisma/seed/builders'
import { type PaidInvoice, paidInvoice } from './live-money.fixture'
import { expectSoundLedger } from './sound-ledger.fixture'
import { problemsAfter } from './tampered-ledger.fixture'

let held: PaidInvoice

beforeAll(async () => {
  held = await paidInvoice((await buildVendor()).live)
})

test('an untouched ledger is sound', expectSoundLedger)

describe('verification reports', () => {
  test.each([
    'UPDATE wallet_holds SET amount_minor = amount_minor + 1, left_minor = left_minor + 1',
    'DELETE FROM wallet_holds',
  ])('pending money that differs from its hold: %s', async (statement) => {
    expect(await problemsAfter(statement)).toEqual([
      expect.stringContaining('left of its holds'),
      expect.stringContaining(`${held.invoiceId} is paid and pending`),
    ])
  })

  test('a hold that goes on after its release', async () => {
    const problems = await problemsAfter(
      `INSERT INTO ledger_transactions (account_id, id, reason, reference_id, created_at)
       SELECT account_id, '${newId()}', 'hold.released', invoice_id, now() FROM wallet_holds`,
    )
    expect(problems).toEqual([
      expect.stringContaining('has no entries'),
      expect.stringContaining('goes on after its release'),
    ])
  })
})
