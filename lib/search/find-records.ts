import { customerList } from '@/lib/customers/customer-list'
import type { Orm } from '@/lib/db/client'
import { invoiceList } from '@/lib/invoices/invoice-list'
import { payoutList } from '@/lib/payouts/payout-list'

/** Records of each kind. */
const MAX_RESULTS = 5

/** The latest customers, invoices and payouts of the account that match the typed words. */
export async function findRecords(tx: Orm, accountId: string, text: string) {
  const latest = {
    sort: 'created',
    descending: true,
    after: null,
    before: null,
    limit: MAX_RESULTS,
    search: text,
    filters: {},
  } as const
  const [customers, invoices, payouts] = await Promise.all([
    customerList.page(tx, accountId, latest),
    invoiceList.page(tx, accountId, latest),
    payoutList.page(tx, accountId, latest),
  ])
  return { customers: customers.rows, invoices: invoices.rows, payouts: payouts.rows }
}
