import { session } from '@/lib/auth/session-access'
import { inTransaction } from '@/lib/db/transaction'
import * as field from '@/lib/http/fields'
import { orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { inputFault } from '@/lib/http/refusals'
import { csvFile } from '@/lib/lists/csv'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { exponentOf } from '@/lib/money/currencies'
import { exceedsMaxAmount, toMinor } from '@/lib/money/decimals'
import { formatMajor } from '@/lib/money/money'
import { creditTestFunds } from './add-test-funds'
import { readWallet, walletView } from './queries'
import { statementList, statementRow } from './statement'

export const getWallet = operation({
  method: 'GET',
  path: '/api/dashboard/wallet',
  summary: 'Read the wallet',
  tag: 'Wallet',
  access: session('read'),
  answers: { 200: walletView },
}).handle(async ({ account }) => ({ status: 200, body: await readWallet(account) }))

export const listStatement = operation({
  method: 'GET',
  path: '/api/dashboard/wallet/statement',
  summary: 'List the lines of the statement',
  tag: 'Wallet',
  access: session('read'),
  query: listParameters(statementList),
  answers: { 200: listView(statementRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await statementList.read(account.id, query, account.zone),
}))

export const exportStatement = operation({
  method: 'GET',
  path: '/api/dashboard/wallet/statement/export',
  summary: 'Export the statement',
  tag: 'Wallet',
  access: session('read'),
  query: listParameters(statementList),
  answers: { 200: csvFile },
  errors: parameterErrors,
}).handle(({ account, query }) => statementList.export(account, query))

const testFunds = field
  .object({
    amount: field
      .decimal()
      .check((amount) => amount.digits > 0n, 'amount_not_positive')
      .required('amount_required'),
    currency: field.currency().default('USD'),
  })
  .parse(({ amount, currency }) => {
    const amountMinor = toMinor(amount, exponentOf(currency))
    return amountMinor === null ? null : { amountMinor, currency }
  }, 'invalid_amount')
  .check(
    // The maximum of an invoice, which is how a wallet usually gets its money.
    ({ amountMinor, currency }) => !exceedsMaxAmount(amountMinor, exponentOf(currency)),
    inputFault('amount must be at most 999999999.99'),
  )

export const addTestFunds = operation({
  method: 'POST',
  path: '/api/dashboard/wallet/test-funds',
  summary: 'Add test funds',
  description: 'Credits the wallet of a test account.',
  tag: 'Wallet',
  access: session('invoices.write'),
  body: orderedBody(testFunds),
  answers: { 201: walletView },
  errors: ['not_in_test_mode'],
}).handle(async ({ account, audit, input }) => {
  const { amountMinor, currency } = input
  await inTransaction(async (tx) => {
    await creditTestFunds(tx, account, input)
    const detail = `${formatMajor(amountMinor, currency)} ${currency}`
    await audit(tx, { action: 'wallet.test_funds_added', detail })
  })
  return { status: 201, body: await readWallet(account) }
})
