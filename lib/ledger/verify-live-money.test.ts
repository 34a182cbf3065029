import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { refundReport, report } from '@/lib/payments/provider-report.fixture'
import type { Account } from '@/lib/vendors/account'
import { buildVendor } from '@/prisma/seed/builders'
import { NO_OWNER } from './accounts'
import { type PaidInvoice, paidInvoice } from './live-money.fixture'
import { expectSoundLedger } from './sound-ledger.fixture'
import { problemsAfter } from './tampered-ledger.fixture'

let heldInvoice: PaidInvoice

let refunded: PaidInvoice
let account: Account

beforeAll(async () => {
  const vendor = await buildVendor()
  account = vendor.live
  heldInvoice = await paidInvoice(account)
  refunded = await paidInvoice(vendor.test)
  await report(refunded, refundReport('SUCCEEDED', { amountMinor: 5160n }))
})

test('an untouched ledger is sound', expectSoundLedger)

describe('verification reports', () => {
  test.each([
    'UPDATE wallet_holds SET amount_minor = amount_minor + 1, left_minor = left_minor + 1',
    'DELETE FROM wallet_holds',
  ])('pending money that differs from its hold: %s', async (statement) => {
    expect(await problemsAfter(statement)).toEqual([
      expect.stringContaining('left of its holds'),
      expect.stringContaining(`${heldInvoice.invoiceId} is paid and pending`),
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

  test.each([
    `UPDATE refunds SET status = 'FAILED'`,
    'UPDATE refunds SET base_minor = base_minor - 1',
    'UPDATE refunds SET amount_minor = amount_minor + 1',
    'DELETE FROM refunds',
  ])('a refund that differs from its entries: %s', async (statement) => {
    expect(await problemsAfter(statement)).toEqual([
      expect.stringContaining('and the ledger has 5000 of the vendor and 160 of the platform'),
    ])
  })

  test('a debt beside money that would settle it', async () => {
    const problems = await problemsAfter(
      `INSERT INTO ledger_accounts (account_id, id, kind, currency, owner_id, balance_minor, created_at)
       VALUES ('${account.id}', '${newId()}', 'owed_by_vendor', 'USD', '${NO_OWNER}', -5, now())`,
    )
    expect(problems).toContainEqual(expect.stringContaining('5 USD is owed, and the vendor has 10000'))
  })
})
