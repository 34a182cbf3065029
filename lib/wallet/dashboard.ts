import { sessionRead, sessionWrite } from '@/lib/api/dashboard/session-operation'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { inTransaction } from '@/lib/db/transaction'
import { decimal, isMissing, text } from '@/lib/http/fields'
import type { BodyObject } from '@/lib/http/json-body'
import { refuse, refuseInput } from '@/lib/http/refusals'
import { exceedsInvoiceMaximum } from '@/lib/invoices/amounts'
import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { toMinor } from '@/lib/money/decimals'
import { formatMajor } from '@/lib/money/money'
import { addTestFunds as add } from './add-test-funds'
import { exportStatement, readStatement, readWallet } from './queries'

const PATH = '/api/dashboard/wallet'

export const getWallet = sessionRead(PATH, async ({ vendor, account }) => ({
  status: 200,
  body: await readWallet(vendor.id, account.mode),
}))

export const listStatement = sessionRead(`${PATH}/statement`, async ({ vendor, account, url }) => ({
  status: 200,
  body: await readStatement(vendor.id, account.mode, url.searchParams),
}))

/** The same statement as a CSV file: all of what is filtered. */
export const exportStatementList = sessionRead(`${PATH}/statement/export`, ({ account, url }) =>
  exportStatement(account, url.searchParams),
)

/** Puts money that is none into a test wallet. */
export const addTestFunds = sessionWrite(`${PATH}/test-funds`, async ({ vendor, account, address, body }) => {
  const funds = parseFunds(body)
  await inTransaction(async (tx) => {
    await add(tx, account, funds)
    await recordAuditEvent(tx, {
      vendorId: vendor.id,
      accountId: account.id,
      action: 'wallet.test_funds_added',
      detail: `${formatMajor(funds.amountMinor, funds.currency)} ${funds.currency}`,
      address,
    })
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
  // The limit of an invoice, which is how a wallet gets its money otherwise.
  if (exceedsInvoiceMaximum(amountMinor, exponentOf(currency)))
    refuseInput('amount must be at most 999999999.99')
  return { amountMinor, currency }
}
