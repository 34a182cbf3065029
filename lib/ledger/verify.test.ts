import { beforeAll, describe, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { recordOutsidePayment } from '@/lib/payments/outside-payment'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { expectSoundLedger } from './sound-ledger.fixture'
import { problemsAfter } from './tampered-ledger.fixture'
import { verifyLedger } from './verify'

let paid: { delivered: string; refused: string; invoice: string; part: string }

beforeAll(async () => {
  const { test: account } = await buildVendor()
  await fundWallet(account, 10_000n)
  const customer = await buildCustomer(account)
  const to = async (accountNumber: string) => {
    const bankAccount = await buildBankAccount(account, customer.id, { accountNumber })
    const request = { customerId: customer.id, bankAccountId: bankAccount.id, amountMinor: 100n }
    return (await buildPayout(account, request)).id
  }
  const delivered = await to('123456789012')
  const refused = await to('000111111116')
  await to('000777777771')
  const { accountId, id: invoiceId } = await buildInvoice(account)
  await inOrmTransaction((tx) => recordTestPayment(tx, { accountId, invoiceId }, paymentProviderFor('test')))
  const { id: part } = await buildInvoice(account)
  await inOrmTransaction((tx) =>
    recordOutsidePayment(
      tx,
      { accountId, invoiceId: part },
      {
        method: 'cash',
        amountMinor: 40n,
        receivedOn: new Date('2026-01-05'),
        reference: null,
        mailsReceipt: false,
      },
    ),
  )
  paid = { delivered, refused, invoice: invoiceId, part }
})

test('an untouched ledger is sound, and its counts match its rows', async () => {
  await expectSoundLedger()
  const report = await inOrmTransaction((tx) => verifyLedger(tx), { isolation: 'RepeatableRead' })
  const { rows } = await connectionPool().query(
    `SELECT (SELECT count(*)::int FROM ledger_transactions) AS transactions,
            (SELECT count(*)::int FROM ledger_entries) AS entries`,
  )
  expect(report).toMatchObject(rows[0])
})

describe('verification reports', () => {
  test('a wallet that holds a cent too much or too little', async () => {
    for (const cents of ['+ 1', '- 1']) {
      const problems = await problemsAfter(
        `UPDATE ledger_accounts SET balance_minor = balance_minor ${cents} WHERE kind = 'credit_wallet'`,
      )
      expect(problems).toEqual([
        expect.stringContaining('its entries sum to'),
        expect.stringContaining('and the wallet holds'),
      ])
    }
  })

  test('a changed statement line, with or without all later balances', async () => {
    const second = `FROM ledger_accounts a WHERE a.id = m.wallet_id AND a.kind = 'credit_wallet'
      AND m.sequence`
    const change = `UPDATE wallet_movements m SET balance_after_minor = balance_after_minor + 1`
    const unlike = expect.stringContaining('does not follow from the one before')
    // The line does not follow from the one before it, and the next does not follow from it.
    expect(await problemsAfter(`${change} ${second} = 2`)).toEqual([unlike, unlike])
    expect(await problemsAfter(`${change} ${second} >= 2`)).toEqual([
      unlike,
      expect.stringContaining('and the wallet holds'),
    ])
    expect(await problemsAfter(`${change}, change_minor = change_minor + 1 ${second} = 1`)).toEqual([
      unlike,
      expect.stringContaining('its entries come to'),
    ])
  })

  test('a missing statement line, or one with the wrong reason', async () => {
    const last = `m.sequence = a.movement_count AND a.id = m.wallet_id AND a.kind = 'credit_wallet'`
    expect(
      await problemsAfter(`DELETE FROM wallet_movements m USING ledger_accounts a WHERE ${last}`),
    ).toEqual([
      expect.stringContaining('and the wallet holds'),
      expect.stringContaining('has 0 of transaction'),
    ])
    expect(
      await problemsAfter(
        `UPDATE wallet_movements m SET reason = 'wallet.credited' FROM ledger_accounts a WHERE ${last}`,
      ),
    ).toEqual([expect.stringContaining('its entries come to')])
  })

  test('an entry with a changed amount', async () => {
    const problems = await problemsAfter(
      `UPDATE ledger_entries SET amount_minor = amount_minor + 1 WHERE (account_id, transaction_id) IN
         (SELECT account_id, id FROM ledger_transactions WHERE reason = 'invoice.paid') AND position = 1`,
    )
    expect(problems).toEqual([
      expect.stringContaining('its entries sum to'),
      expect.stringContaining('its entries come to'),
      expect.stringContaining(`invoice ${paid.invoice} is PAID`),
    ])
  })

  test('a recorded payment of another amount, without its posting, or that its invoice does not have', async () => {
    const income = `(SELECT account_id, id FROM ledger_transactions WHERE reason = 'payment.recorded')`
    expect(await problemsAfter(`UPDATE outside_payments SET amount_minor = amount_minor - 1`)).toEqual([
      expect.stringContaining('and the ledger has 40 as its income'),
      expect.stringContaining(
        `40 of invoice ${paid.part} is paid outside the wallet, its payments come to 39`,
      ),
    ])
    expect(await problemsAfter(`UPDATE outside_payments SET removed_at = now()`)).toHaveLength(2)
    expect(await problemsAfter(`UPDATE invoices SET outside_minor = 41 WHERE id = '${paid.part}'`)).toEqual([
      expect.stringContaining('its payments come to 40'),
    ])
    expect(
      await problemsAfter(
        `UPDATE ledger_entries SET amount_minor = 41 WHERE (account_id, transaction_id) IN ${income}`,
      ),
    ).toEqual([expect.stringContaining('and the ledger has 41 as its income')])
    expect(await problemsAfter(`DELETE FROM outside_payments`)).toHaveLength(2)
  })

  test('a missing entry', async () => {
    const problems = await problemsAfter(
      `DELETE FROM ledger_entries WHERE position = 2 AND (account_id, transaction_id) IN
         (SELECT account_id, id FROM ledger_transactions WHERE reference_id = '${paid.delivered}')`,
    )
    expect(problems.join()).toContain('in transit')
    expect(problems.join()).toContain('its entries sum to')
  })

  test('a transaction without entries', async () => {
    const problems = await problemsAfter(
      `INSERT INTO ledger_transactions (account_id, id, reason, reference_id, created_at)
       SELECT account_id, '${newId()}', 'wallet.credited', '${newId()}', now() FROM ledger_transactions LIMIT 1`,
    )
    expect(problems).toEqual([expect.stringContaining('has no entries')])
  })

  test('an entry that mixes currencies', async () => {
    const problems = await problemsAfter(
      `UPDATE ledger_entries SET currency = 'EUR' WHERE (account_id, transaction_id) IN
         (SELECT account_id, id FROM ledger_transactions WHERE reason = 'wallet.credited')`,
    )
    expect(problems).toEqual([expect.stringContaining('mixes currencies')])
  })

  test('a delivered payout that the ledger has reversed', async () => {
    const problems = await problemsAfter(
      `UPDATE payouts SET status = 'FAILED' WHERE id = '${paid.delivered}'`,
    )
    expect(problems).toEqual([
      expect.stringContaining(`payout ${paid.delivered} is FAILED`),
      expect.stringContaining('counts for the daily limit'),
    ])
  })

  test('a refused payout that shows as paid', async () => {
    const problems = await problemsAfter(`UPDATE payouts SET status = 'PAID' WHERE id = '${paid.refused}'`)
    expect(problems).toEqual([
      expect.stringContaining(`payout ${paid.refused} is PAID`),
      expect.stringContaining('counts for the daily limit'),
    ])
  })

  test('a payout whose amount differs from its entries', async () => {
    const problems = await problemsAfter(
      `UPDATE payouts SET amount_minor = amount_minor + 1 WHERE id = '${paid.delivered}'`,
    )
    expect(problems).toEqual([
      expect.stringContaining(`payout ${paid.delivered}`),
      expect.stringContaining('counts for the daily limit'),
    ])
  })

  test('a missing payout', async () => {
    const problems = await problemsAfter(`DELETE FROM payouts WHERE id = '${paid.delivered}'`)
    expect(problems).toEqual([
      expect.stringContaining(`payout ${paid.delivered}`),
      expect.stringContaining('counts for the daily limit'),
    ])
  })

  test('a paid invoice without entries, and entries of an unpaid invoice', async () => {
    const problems = await problemsAfter(
      `UPDATE ledger_transactions SET reference_id = '${newId()}' WHERE reason = 'invoice.paid'`,
    )
    expect(problems).toHaveLength(2)
    expect(
      await problemsAfter(
        `UPDATE invoices SET status = 'UNPAID', paid_at = NULL, payment_method = NULL WHERE id = '${paid.invoice}'`,
      ),
    ).toHaveLength(1)
  })

  test('a fee that went to the vendor', async () => {
    const problems = await problemsAfter(
      `UPDATE ledger_entries e SET destination_id = w.id FROM ledger_accounts w, ledger_accounts f
        WHERE w.account_id = e.account_id AND w.kind = 'credit_wallet' AND f.account_id = e.account_id
          AND f.kind = 'platform_fees' AND e.destination_id = f.id`,
      `UPDATE ledger_accounts SET balance_minor = balance_minor + 320 WHERE kind = 'credit_wallet'`,
    )
    expect(problems).toEqual([
      expect.stringContaining('and the wallet holds'),
      expect.stringContaining('its entries come to'),
      expect.stringContaining(`invoice ${paid.invoice} is PAID`),
    ])
  })
})

describe('the check after each test', () => {
  let isBroken = false
  const move = (change: string) =>
    inOrmTransaction(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica')
      await tx.$executeRawUnsafe(
        `UPDATE ledger_accounts SET balance_minor = balance_minor ${change} WHERE kind = 'credit_wallet'`,
      )
    })

  test.fails('fails one that leaves a wallet with a cent too much', async () => {
    await move('+ 1')
    isBroken = true
  })

  test('and was all that failed it', async () => {
    expect(isBroken).toBe(true)
    await move('- 1')
  })
})
