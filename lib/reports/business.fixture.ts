import { saveWithdrawalAccount } from '@/lib/bank-accounts/bank-account'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { paidInvoice } from '@/lib/ledger/live-money.fixture'
import { recordOutsidePayment, removeOutsidePayment } from '@/lib/payments/outside-payment'
import { disputeReport, refundReport, report } from '@/lib/payments/provider-report.fixture'
import { makeRefund } from '@/lib/payments/refund-invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { OWN_ACCOUNT } from '@/lib/payouts/payable-customer.fixture'
import { reconcilePayout } from '@/lib/payouts/reconcile-payout'
import { paymentProviderFor, payoutProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
} from '@/prisma/seed/builders'

/*
 * Some months of a vendor in Auckland, 12 or 13 hours ahead of UTC, with all that moves money and invoices at the edges of
 * October 2026: from 2026-09-30T11:00Z to 2026-10-31T11:00Z.
 */

export const at = (moment: string) => setClock(() => new Date(moment))

const LONG_TIMEOUT_MS = 20_000
const RETURNED = '000666666661'

const KIWI_ACCOUNT = {
  ...OWN_ACCOUNT,
  accountName: 'Kiwi Tools',
  accountNumber: '123456789013',
  companyName: 'Kiwi Tools',
}

export type Business = Awaited<ReturnType<typeof someBusiness>>

/** `until`: the last moment whose business is done. */
export async function someBusiness(until = '2027-01-01T00:00:00Z') {
  at('2026-06-15T00:00:00Z')
  const vendor = await buildVendor({ name: 'Kiwi Tools', timeZone: 'Pacific/Auckland' })
  const account = vendor.test
  const ids: Record<string, string> = {}
  const customer = async (name: string) => (await buildCustomer(account, { name })).id
  const [ada, grace] = [await customer('Ada'), await customer('=Grace')]
  const steps = stepsOf(account, { ada, grace }, ids)
  for (const [moment, act] of steps) {
    if (moment > until) break
    at(moment)
    await act()
  }
  return { vendor, account, ada, grace, ids }
}

type Step = [moment: string, act: () => Promise<unknown>]

function stepsOf(
  account: Account,
  { ada, grace }: Record<'ada' | 'grace', string>,
  ids: Record<string, string>,
): Step[] {
  const key = (name: string) => ({ accountId: account.id, invoiceId: ids[name] ?? '' })
  const issue = async (name: string, fields: Parameters<typeof buildInvoice>[1]) => {
    ids[name] = (await buildInvoice(account, fields)).id
  }
  const pay = (name: string) =>
    inOrmTransaction((tx) => recordTestPayment(tx, key(name), paymentProviderFor('test')))
  const refund = (name: string, amountMinor: bigint) =>
    makeRefund(account.id, { ...key(name), amountMinor, note: 'Late' }, { claim: null, requestId: newId() })
  const receive = (name: string, receivedOn: string, amountMinor: bigint | null) =>
    inOrmTransaction(async (tx) => {
      const payment = { method: 'bank_transfer', amountMinor, receivedOn: new Date(receivedOn) } as const
      const more = { reference: `E2E ${name}`, mailsReceipt: false }
      ids[`${name} received`] = (
        await recordOutsidePayment(tx, key(name), { ...payment, ...more })
      ).payment.id
    })
  const payOut = async (
    { customerId, id: bankAccountId }: { customerId: string; id: string },
    amountMinor: bigint,
  ) => {
    const { id: payoutId } = await buildPayout(account, { customerId, bankAccountId, amountMinor })
    const options = { providers: [payoutProviderFor('test')], timeoutMs: LONG_TIMEOUT_MS }
    ids[`payout ${amountMinor}`] = payoutId
    await reconcilePayout({ accountId: account.id, payoutId }, options)
  }
  const askAgain = (payoutId = '') =>
    reconcilePayout(
      { accountId: account.id, payoutId },
      { providers: [payoutProviderFor('test')], timeoutMs: LONG_TIMEOUT_MS },
    )
  const due = (day: string) => ({ dueDate: new Date(day) })
  const line = (title: string, unitPriceMinor: bigint, ratePpm: number | null, isInclusive = false) => ({
    title,
    quantityMicros: 1_000_000n,
    unitPriceMinor,
    ...(ratePpm === null ? {} : { tax: { name: 'GST', ratePpm, isInclusive } }),
  })
  const adas = { customer: { id: ada } } as const
  const graces = { customer: { id: grace } } as const
  return [
    ['2026-06-20T00:00:00Z', () => issue('old', { ...graces, currency: 'EUR', ...due('2026-07-01') })],
    // The last second of September, and the first moment of October.
    ['2026-09-30T10:59:59Z', () => issue('late', { ...adas, ...due('2026-10-05'), amountMinor: 20_000n })],
    [
      '2026-09-30T11:00:00Z',
      () =>
        issue('taxed', {
          ...adas,
          ...due('2026-10-31'),
          items: [
            line('Tools', 10_000n, 150_000),
            line('Books', 5_000n, 50_000, true),
            line('Gift', 2_000n, null),
          ],
          discount: { ppm: 100_000 },
        }),
    ],
    ['2026-10-02T00:00:00Z', () => issue('part', { ...adas, ...due('2026-10-30'), amountMinor: 9_000n })],
    [
      '2026-10-02T00:00:01Z',
      () => issue('void later', { ...graces, ...due('2026-08-31'), amountMinor: 4_000n }),
    ],
    ['2026-10-02T00:00:02Z', () => issue('void', { ...graces, ...due('2026-10-31'), amountMinor: 3_000n })],
    ['2026-10-03T00:00:00Z', () => inOrmTransaction((tx) => markInvoiceVoid(tx, key('void')))],
    ['2026-10-04T00:00:00Z', () => pay('taxed')],
    ['2026-10-05T00:00:00Z', () => refund('taxed', 5_000n)],
    ['2026-10-06T00:00:00Z', () => receive('part', '2026-10-06', 1_000n)],
    [
      '2026-10-07T00:00:00Z',
      () =>
        inOrmTransaction((tx) =>
          removeOutsidePayment(tx, { ...key('part'), paymentId: ids['part received'] ?? '' }),
        ),
    ],
    [
      '2026-10-08T00:00:00Z',
      async () => {
        // A payment that is disputed and lost, and one whose refund succeeds and fails after all.
        const [lost, failed] = [await paidInvoice(account), await paidInvoice(account)]
        ids.lost = lost.invoiceId
        ids.failed = failed.invoiceId
        const fee = { takenMinor: 1_500n, returnedMinor: 0n, currency: 'USD' }
        await report(lost, disputeReport('OPEN', { fee }))
        await report(failed, refundReport('SUCCEEDED', { amountMinor: 10_320n }))
        at('2026-10-09T00:00:00Z')
        await report(lost, disputeReport('LOST', { fee }))
      },
    ],
    ['2026-10-10T00:00:00Z', async () => payOut(await buildBankAccount(account, ada), 2_500n)],
    [
      '2026-10-10T00:00:01Z',
      async () => payOut(await buildBankAccount(account, ada, { accountNumber: RETURNED }), 1_200n),
    ],
    [
      '2026-10-10T00:00:02Z',
      async () =>
        payOut(await saveWithdrawalAccount(connectionPool(), account.id, KIWI_ACCOUNT, newId()), 1_700n),
    ],
    // The last moments of October, and the first of November.
    ['2026-10-31T10:59:58Z', () => issue('prepaid later', { ...graces, ...due('2026-11-30') })],
    ['2026-10-31T10:59:59.999Z', () => issue('paid at the edge', adas)],
    ['2026-10-31T10:59:59.999Z', () => pay('paid at the edge')],
    ['2026-10-31T11:00:00Z', () => pay('late')],
    ['2026-11-02T00:00:00Z', () => inOrmTransaction((tx) => markInvoiceVoid(tx, key('void later')))],
    ['2026-11-03T00:00:00Z', () => failTheRefund(account, ids)],
    ['2026-11-04T00:00:00Z', () => pay('part')],
    ['2026-11-05T00:00:00Z', () => issue('received before', graces)],
    // The bank sends the payout back.
    ['2026-11-05T00:00:01Z', () => askAgain(ids['payout 1200'])],
    // Received before its invoice was issued, and recorded after.
    ['2026-11-06T00:00:00Z', () => receive('received before', '2026-10-20', 6_000n)],
    ['2026-11-07T00:00:00Z', () => refund('taxed', 4_000n)],
  ]
}

async function failTheRefund(account: Account, ids: Record<string, string>): Promise<void> {
  const invoiceId = ids.failed ?? ''
  const { id: paymentId } = await database().payment.findFirstOrThrow({
    where: { accountId: account.id, invoiceId },
  })
  await report(
    { accountId: account.id, paymentId },
    refundReport('FAILED', { amountMinor: 10_320n, failureReason: 'expired_card' }),
  )
}
