import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { advanceClock } from '@/lib/test-mode/advance-clock'
import type { Account } from '@/lib/vendors/account'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { changeInvoiceStatus, sweepOverdue } from './change-invoice-status'
import { markInvoiceVoid } from './void-invoice'
import { setUncollectible } from './write-off'

const sandbox = paymentProviderFor('test')
const FAR = new Date('2030-01-01')

type Key = { accountId: string; invoiceId: string }

/** Every way in which an invoice becomes overdue, or stops being so. */
const ACTS: Record<string, (key: Key) => Promise<unknown>> = {
  sweep: ({ accountId }) => sweepOverdue(FAR, accountId),
  advance: ({ accountId }) => advanceClock(accountId, 40),
  decline: (key) => inTransaction((tx) => changeInvoiceStatus(tx, key, { to: 'FAILED' })),
  overdue: (key) => inOrmTransaction((tx) => changeInvoiceStatus(tx, key, { to: 'UNPAID' })),
  pay: (key) => inTransaction((tx) => recordTestPayment(tx, key, sandbox)),
  void: (key) => inOrmTransaction((tx) => markInvoiceVoid(tx, key)),
  writeOff: (key) => inOrmTransaction((tx) => setUncollectible(tx, key, true)),
  takeBack: (key) => inOrmTransaction((tx) => setUncollectible(tx, key, false)),
}

/** Does it unless the invoice's status forbids it. */
async function act(name: string, key: Key): Promise<void> {
  await ACTS[name]?.(key).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
  })
}

/** The kept sums, and those that the invoices add up to. */
async function sumsOf(accountId: string): Promise<{ kept: unknown[]; counted: unknown[] }> {
  const { rows: kept } = await connectionPool().query(
    `SELECT currency, invoice_count, total_minor FROM overdue_sums
      WHERE account_id = $1 AND invoice_count > 0 ORDER BY currency`,
    [accountId],
  )
  const { rows: counted } = await connectionPool().query(
    `SELECT currency, count(*)::int AS invoice_count, sum(total_minor)::bigint AS total_minor FROM invoices
      WHERE account_id = $1 AND status = 'UNPAID' AND uncollectible_at IS NULL GROUP BY currency ORDER BY currency`,
    [accountId],
  )
  return { kept, counted }
}

async function invoicesOf(account: Account): Promise<Key[]> {
  const drafts = [
    { currency: 'USD', amountMinor: 1000n },
    { currency: 'USD', amountMinor: 250n },
    { currency: 'EUR', amountMinor: 70n },
  ]
  const keys: Key[] = []
  for (const invoice of drafts) {
    const { id } = await buildInvoice(account, { ...invoice, customer: { email: 'ada@example.com' } })
    keys.push({ accountId: account.id, invoiceId: id })
  }
  return keys
}

test('after each of any changes, the sums of overdue invoices are those of the invoices', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(2))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const { test: account } = await buildVendor()
      const keys = await invoicesOf(account)
      for (const [name, index] of steps) {
        await act(name, keys[index] as Key)
        const { kept, counted } = await sumsOf(account.id)
        expect(kept).toEqual(counted)
      }
    }),
    {
      seed: 20_261_123,
      numRuns: 25,
      examples: [
        [
          [
            ['overdue', 0],
            ['writeOff', 0],
            ['takeBack', 0],
            ['pay', 0],
          ],
        ],
      ],
    },
  )
}, 60_000)

test('of changes that race on several connections, each is counted once', async () => {
  const { test: account } = await buildVendor()
  for (let round = 0; round < 5; round += 1) {
    const keys = await invoicesOf(account)
    const racing = ['overdue', 'overdue', 'writeOff', 'pay', 'void', 'takeBack', 'writeOff', 'sweep']
    await act('overdue', keys[0] as Key)
    await Promise.all(keys.flatMap((key) => racing.map((name) => act(name, key))))
    const { kept, counted } = await sumsOf(account.id)
    expect(kept).toEqual(counted)
  }
})

test('an invoice that is paid before its due date locks no sum', async () => {
  const { test: account } = await buildVendor()
  const [first, second] = await invoicesOf(account)
  await act('overdue', first as Key)
  const holder = await connectionPool().connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM overdue_sums WHERE account_id = $1 FOR UPDATE', [account.id])
    await act('pay', second as Key)
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  const { status } = await database().invoice.findFirstOrThrow({ where: { id: second?.invoiceId ?? '' } })
  expect(status).toBe('PAID')
})
