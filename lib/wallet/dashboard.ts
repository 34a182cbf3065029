import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { inTransaction } from '@/lib/db/transaction'
import { decimal, isMissing, text } from '@/lib/http/fields'
import { jsonBody } from '@/lib/http/input'
import type { BodyObject } from '@/lib/http/json-body'
import { operation } from '@/lib/http/operation'
import { refuse, refuseInput } from '@/lib/http/refusals'
import { givenDecimal } from '@/lib/http/schemas'
import { exceedsInvoiceMaximum } from '@/lib/invoices/amounts'
import { csvFile } from '@/lib/lists/csv'
import { listParameters, listView } from '@/lib/lists/list-query'
import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { toMinor } from '@/lib/money/decimals'
import { formatMajor } from '@/lib/money/money'
import { addTestFunds as add } from './add-test-funds'
import { readWallet, walletView } from './queries'
import { readStatement, statementList, statementRow } from './statement'

export const getWallet = operation({
  method: 'GET',
  path: '/api/dashboard/wallet',
  summary: 'Read the wallet',
  tag: 'Wallet',
  access: session('read'),
  answers: { 200: walletView },
}).handle(async ({ vendor, account }) => ({ status: 200, body: await readWallet(vendor.id, account.mode) }))

export const listStatement = operation({
  method: 'GET',
  path: '/api/dashboard/wallet/statement',
  summary: 'List the lines of the statement',
  tag: 'Wallet',
  access: session('read'),
  query: listParameters(statementList),
  answers: { 200: listView(statementRow) },
  errors: ['invalid_input', 'list_place_invalid'],
}).handle(async ({ vendor, account, query }) => ({
  status: 200,
  body: await readStatement(vendor.id, account.mode, query),
}))

export const exportStatement = operation({
  method: 'GET',
  path: '/api/dashboard/wallet/statement/export',
  summary: 'Export the statement',
  tag: 'Wallet',
  access: session('read'),
  query: listParameters(statementList),
  answers: { 200: csvFile },
  errors: ['invalid_input', 'list_place_invalid'],
}).handle(({ account, query }) => statementList.export(account, query))

export const addTestFunds = operation({
  method: 'POST',
  path: '/api/dashboard/wallet/test-funds',
  summary: 'Add test funds',
  description: 'Credits the wallet of a test account.',
  tag: 'Wallet',
  access: session('invoices.write'),
  body: jsonBody(z.object({ amount: givenDecimal, currency: z.string().default('USD') }), parseFunds),
  answers: { 201: walletView },
  errors: [
    'amount_required',
    'field_not_text',
    'field_too_long',
    'invalid_currency',
    'invalid_amount',
    'amount_not_positive',
    'invalid_input',
    'not_in_test_mode',
  ],
}).handle(async ({ vendor, account, audit, input }) => {
  const { amountMinor, currency } = input
  await inTransaction(async (tx) => {
    await add(tx, account, input)
    const detail = `${formatMajor(amountMinor, currency)} ${currency}`
    await audit(tx, { action: 'wallet.test_funds_added', detail })
  })
  return { status: 201, body: await readWallet(vendor.id, account.mode) }
})

function parseFunds(body: BodyObject): { amountMinor: bigint; currency: string } {
  if (isMissing(body.amount)) refuse('amount_required')
  const currency = isMissing(body.currency) ? 'USD' : parseCurrency(text(body.currency, 'currency'))
  if (!currency) refuse('invalid_currency')
  const amount = decimal(body.amount) ?? refuse('invalid_amount')
  const amountMinor = toMinor(amount, exponentOf(currency)) ?? refuse('invalid_amount')
  if (amountMinor <= 0n) refuse('amount_not_positive')
  // The maximum of an invoice, which is how a wallet usually gets its money.
  if (exceedsInvoiceMaximum(amountMinor, exponentOf(currency)))
    refuseInput('amount must be at most 999999999.99')
  return { amountMinor, currency }
}
