import type { InvoiceStatus, PayoutStatus } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'

type OfCustomer = { id: string; customerName: string; amountMinor: bigint; currency: string }

/** What a text in the search of everything leads to. Amounts in minor units, with the fee. */
export type FoundRecords = {
  customers: { id: string; name: string; email: string }[]
  invoices: (OfCustomer & { status: InvoiceStatus })[]
  payouts: (OfCustomer & { status: PayoutStatus })[]
}

/** How many of each kind. */
const MOST = 5

/**
 * The account's record with this id; or the customers whose name or email begins with the text, with
 * their latest invoices and payouts. Each look-up is a few rows of an index, however many there are.
 */
export async function findRecords(tx: Transaction, accountId: string, text: string): Promise<FoundRecords> {
  if (isId(text)) {
    const id = text.toLowerCase()
    const [customers, invoices, payouts] = await Promise.all([
      tx.customer.findMany({ where: { accountId, id }, select: { id: true, name: true, email: true } }),
      findInvoices(tx, accountId, { id }),
      findPayouts(tx, accountId, { id }),
    ])
    return { customers, invoices, payouts }
  }
  const customers = await customersThatBeginWith(tx, accountId, text.toLowerCase())
  const customerId = { in: customers.map(({ id }) => id) }
  const [invoices, payouts] = await Promise.all([
    findInvoices(tx, accountId, { customerId }),
    findPayouts(tx, accountId, { customerId }),
  ])
  return { customers, invoices, payouts }
}

/** By the indexes customers_by_name and customers_by_email, in bytes: hence the collation. */
async function customersThatBeginWith(tx: Transaction, accountId: string, prefix: string) {
  // The highest character of Unicode: what begins with the prefix sorts before it.
  const end = `${prefix}\u{10ffff}`
  return tx.$queryRaw<FoundRecords['customers']>`
    (SELECT id, name, email FROM customers
      WHERE account_id = ${accountId}::uuid
        AND lower(name) COLLATE "C" >= ${prefix} AND lower(name) COLLATE "C" < ${end}
      ORDER BY lower(name) COLLATE "C", id LIMIT ${MOST})
    UNION
    (SELECT id, name, email FROM customers
      WHERE account_id = ${accountId}::uuid
        AND lower(email) COLLATE "C" >= ${prefix} AND lower(email) COLLATE "C" < ${end}
      ORDER BY lower(email) COLLATE "C", id LIMIT ${MOST})
    ORDER BY name, id
    LIMIT ${MOST}`
}

type Which = { id: string } | { customerId: { in: string[] } }

async function findInvoices(tx: Transaction, accountId: string, which: Which) {
  const invoices = await tx.invoice.findMany({
    where: { accountId, ...which },
    select: {
      id: true,
      status: true,
      currency: true,
      baseAmountMinor: true,
      feeAmountMinor: true,
      customer: { select: { name: true } },
    },
    orderBy: { id: 'desc' },
    take: MOST,
  })
  return invoices.map(({ baseAmountMinor, feeAmountMinor, customer, ...rest }) => ({
    ...rest,
    amountMinor: baseAmountMinor + feeAmountMinor,
    customerName: customer.name,
  }))
}

async function findPayouts(tx: Transaction, accountId: string, which: Which) {
  const payouts = await tx.payout.findMany({
    where: { accountId, ...which },
    select: {
      id: true,
      status: true,
      currency: true,
      amountMinor: true,
      bankAccount: { select: { customer: { select: { name: true } } } },
    },
    orderBy: { id: 'desc' },
    take: MOST,
  })
  return payouts.map(({ bankAccount, ...rest }) => ({ ...rest, customerName: bankAccount.customer.name }))
}
