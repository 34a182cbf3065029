import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { connectionPool } from './client'

/*
 * The last line of defence: what the database itself refuses. Each test changes one row in a transaction that
 * is rolled back.
 */

type Row = { table: string; id: string }
const rows: Record<
  'invoice' | 'payment' | 'paid' | 'payout' | 'otherCustomer' | 'otherBankAccount' | 'otherInvoice',
  string
> = {
  invoice: '',
  payment: newId(),
  paid: newId(),
  payout: '',
  otherCustomer: '',
  otherBankAccount: '',
  otherInvoice: '',
}

beforeAll(async () => {
  const { test: account } = await buildVendor()
  const customer = await buildCustomer(account)
  rows.otherCustomer = (await buildCustomer(account)).id
  const bankAccount = await buildBankAccount(account, customer.id, { accountNumber: '000777777771' })
  rows.otherBankAccount = (await buildBankAccount(account, customer.id)).id
  await fundWallet(account, 1000n)
  const payout = await buildPayout(account, {
    customerId: customer.id,
    bankAccountId: bankAccount.id,
    amountMinor: 1000n,
  })
  rows.payout = payout.id
  const invoice = await buildInvoice(account, { customer: { id: customer.id } })
  rows.invoice = invoice.id
  rows.otherInvoice = (await buildInvoice(account)).id
  await connectionPool().query(
    `INSERT INTO payments (account_id, id, invoice_id, provider, status, amount_minor, currency, paid_with,
                           receipt_number, created_at, settled_at)
     VALUES ($1, $2, $4, 'sandbox', 'REFUNDING', 10320, 'USD', 'card', NULL, now(), now()),
            ($1, $3, $4, 'sandbox', 'SUCCEEDED', 10320, 'USD', 'Visa', 1, now(), now())`,
    [account.id, rows.payment, rows.paid, invoice.id],
  )
})

/**
 * Sets columns of one row, one statement after another, then rolls back. Throws what the database refuses.
 */
async function set({ table, id }: Row, ...assignments: string[]): Promise<void> {
  const client = await connectionPool().connect()
  try {
    await client.query('BEGIN')
    for (const assignment of assignments) {
      const { rowCount } = await client.query(`UPDATE ${table} SET ${assignment} WHERE id = $1`, [id])
      expect(rowCount).toBe(1)
    }
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

type Lifecycle = {
  name: string
  row: () => Row
  /** The assignment that writes each status, and the statuses that lead to it from the first one. */
  statuses: Record<string, { assignment: string; way: string[] }>
  allowed: string[]
}

const settled = 'settled_at = now()'
const lifecycles: Lifecycle[] = [
  {
    name: 'invoice',
    row: () => ({ table: 'invoices', id: rows.invoice }),
    statuses: {
      CREATED: { assignment: "status = 'CREATED', paid_at = NULL, payment_method = NULL", way: [] },
      FAILED: { assignment: "status = 'FAILED', paid_at = NULL, payment_method = NULL", way: ['FAILED'] },
      UNPAID: { assignment: "status = 'UNPAID', paid_at = NULL, payment_method = NULL", way: ['UNPAID'] },
      PAID: { assignment: "status = 'PAID', paid_at = now(), payment_method = 'card'", way: ['PAID'] },
      VOIDED: {
        assignment: "status = 'VOIDED', voided_at = now(), voided_from = 'CREATED'",
        way: ['VOIDED'],
      },
    },
    allowed: [
      'CREATED>PAID',
      'CREATED>FAILED',
      'CREATED>UNPAID',
      'FAILED>PAID',
      'FAILED>UNPAID',
      'UNPAID>PAID',
      'CREATED>VOIDED',
      'FAILED>VOIDED',
      'UNPAID>VOIDED',
    ],
  },
  {
    name: 'payment',
    row: () => ({ table: 'payments', id: rows.payment }),
    statuses: {
      REFUNDING: { assignment: "status = 'REFUNDING'", way: [] },
      REFUNDED: { assignment: "status = 'REFUNDED'", way: ['REFUNDED'] },
    },
    // A refund on its way arrives.
    allowed: ['REFUNDING>REFUNDED'],
  },
  {
    name: 'payout',
    row: () => ({ table: 'payouts', id: rows.payout }),
    statuses: {
      PROCESSING: { assignment: "status = 'PROCESSING', settled_at = NULL", way: [] },
      PAID: { assignment: `status = 'PAID', ${settled}`, way: ['PAID'] },
      FAILED: { assignment: `status = 'FAILED', ${settled}`, way: ['FAILED'] },
      RETURNED: { assignment: `status = 'RETURNED', ${settled}`, way: ['PAID', 'RETURNED'] },
    },
    allowed: ['PROCESSING>PAID', 'PROCESSING>FAILED', 'PAID>RETURNED'],
  },
]

describe.each(lifecycles)('the status of an $name', ({ name, row, statuses, allowed }) => {
  const names = Object.keys(statuses)
  const moves = names.flatMap((from) => names.filter((to) => to !== from).map((to) => `${from}>${to}`))
  const assignmentsFor = (move: string) => {
    const [from = '', to = ''] = move.split('>')
    return [...(statuses[from]?.way ?? []), to].map((status) => statuses[status]?.assignment ?? '')
  }

  test.each(allowed)('can go %s', (move) => set(row(), ...assignmentsFor(move)))

  test.each(moves.filter((move) => !allowed.includes(move)))('can’t go %s', async (move) => {
    const [from, to] = move.split('>')
    await expect(set(row(), ...assignmentsFor(move))).rejects.toThrow(
      new RegExp(`^an? ${name} cannot go from ${from} to ${to}$`),
    )
  })
})

test('a payment that has paid its invoice stays one', async () => {
  for (const status of ['REFUNDING', 'REFUNDED']) {
    await expect(set({ table: 'payments', id: rows.paid }, `status = '${status}'`)).rejects.toThrow(
      `a payment cannot go from SUCCEEDED to ${status}`,
    )
  }
})

describe('agreed terms', () => {
  test.each([
    'base_amount_minor = 1',
    'fee_amount_minor = 0',
    'returns_fee = true',
    "currency = 'EUR'",
    'customer',
  ])('an invoice keeps its terms: %s is refused', async (assignment) => {
    const change = assignment === 'customer' ? `customer_id = '${rows.otherCustomer}'` : assignment
    await expect(set({ table: 'invoices', id: rows.invoice }, change)).rejects.toThrow('are frozen')
  })

  test.each(['PAID', 'VOIDED'])('an invoice that is %s keeps its address and notes', async (status) => {
    const assignment = lifecycles[0]?.statuses[status]?.assignment ?? ''
    for (const change of ["notes = 'x'", "billing_address = 'x'"]) {
      await set({ table: 'invoices', id: rows.invoice }, change)
      await expect(set({ table: 'invoices', id: rows.invoice }, assignment, change)).rejects.toThrow(
        'address and notes are frozen once an invoice is paid or voided',
      )
    }
  })

  test('an invoice keeps its discount', async () => {
    await expect(set({ table: 'invoices', id: rows.invoice }, 'discount_minor = 1')).rejects.toThrow(
      'the discount of an invoice is frozen',
    )
  })

  test.each(['amount_minor = 1', "currency = 'EUR'", 'invoice'])(
    'a payment keeps its terms: %s is refused',
    async (assignment) => {
      const change = assignment === 'invoice' ? `invoice_id = '${rows.otherInvoice}'` : assignment
      await expect(set({ table: 'payments', id: rows.payment }, change)).rejects.toThrow('is frozen')
    },
  )

  test.each(['amount_minor = 1', "currency = 'EUR'", 'customer', 'bank account'])(
    'a payout keeps its terms: %s is refused',
    async (assignment) => {
      const changes: Record<string, string> = {
        customer: `customer_id = '${rows.otherCustomer}'`,
        'bank account': `bank_account_id = '${rows.otherBankAccount}'`,
      }
      const change = changes[assignment] ?? assignment
      await expect(set({ table: 'payouts', id: rows.payout }, change)).rejects.toThrow('is frozen')
    },
  )
})

describe('impossible values', () => {
  test.each([
    [
      'an invoice that is paid at no time',
      'invoices',
      "status = 'PAID', payment_method = 'card'",
      'invoices_paid',
    ],
    ['an invoice that is paid by nothing', 'invoices', "status = 'PAID', paid_at = now()", 'invoices_paid'],
    ['an unpaid invoice with a time of payment', 'invoices', 'paid_at = now()', 'invoices_paid'],
    ['a payout that ended at no time', 'payouts', "status = 'PAID'", 'payouts_settled'],
    ['an unsettled payout that nobody asks about', 'payouts', 'next_attempt_at = NULL', 'payouts_unsettled'],
  ])('%s is refused', async (_what, table, assignment, constraint) => {
    const ids: Record<string, string> = {
      invoices: rows.invoice,
      payouts: rows.payout,
    }
    await expect(set({ table, id: ids[table] ?? '' }, assignment)).rejects.toThrow(constraint)
  })

  test.each([
    ["balance_minor = -1 WHERE kind = 'credit_wallet'", 'ledger_accounts_balance'],
    ["balance_minor = NULL WHERE kind = 'credit_wallet'", 'ledger_accounts_wallets_have_balances'],
    ["balance_minor = 0 WHERE kind = 'operator_funding'", 'ledger_accounts_wallets_have_balances'],
  ])('a ledger account with %s is refused', async (assignment, constraint) => {
    await expect(connectionPool().query(`UPDATE ledger_accounts SET ${assignment}`)).rejects.toThrow(
      constraint,
    )
  })

  test.each([
    ['0', 'destination_id', 'ledger_entries_amount'],
    ['-1', 'destination_id', 'ledger_entries_amount'],
    ['1', 'source_id', 'ledger_entries_two_accounts'],
  ])('an entry of %s to %s is refused', async (amount, destination, constraint) => {
    const insert = `
      INSERT INTO ledger_entries SELECT account_id, transaction_id, 99, source_id, ${destination}, ${amount}, currency
        FROM ledger_entries LIMIT 1`
    await expect(connectionPool().query(insert)).rejects.toThrow(constraint)
  })

  test('a second payment of a paid invoice is refused', async () => {
    const second = `
      INSERT INTO payments (account_id, id, invoice_id, provider, status, amount_minor, currency, paid_with,
                            receipt_number, created_at, settled_at)
      SELECT account_id, '${newId()}', invoice_id, provider, status, amount_minor, currency, paid_with, 2, now(), now()
        FROM payments WHERE id = '${rows.paid}'`
    await expect(connectionPool().query(second)).rejects.toThrow('payments_one_per_invoice')
  })
})
