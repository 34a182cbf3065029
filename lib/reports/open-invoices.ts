import { connectionPool } from '@/lib/db/client'
import { isId } from '@/lib/ids'
import { AGES, type Age, openInvoicesAt } from '@/lib/invoices/receivables'
import { parseCurrency } from '@/lib/money/currencies'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'
import { monthOf } from './month'
import { agedDay } from './month-report'

/** The invoices behind a figure of the aged receivables. */
export type OpenInvoicesView = {
  month: string
  /** The day at whose end they were open. */
  day: string
  isOver: boolean
  /** Null: of all customers, in all currencies, of all ages. */
  customer: string | null
  currency: string | null
  age: Age | null
  /** The longest overdue first. */
  invoices: {
    id: string
    number: string
    customerId: string
    customer: string
    issuedOn: string
    dueOn: string
    daysOverdue: number
    total: AmountView
    open: AmountView
  }[]
  /** True if there are more. */
  isCut: boolean
}

const MAX_INVOICES = 500

type Asked = Record<string, string | string[] | undefined>

/** The list for a page's query; null if that asks for what is none. */
export async function readOpenInvoices(
  account: Pick<Account, 'id' | 'zone'>,
  { month: name, customer, currency, age: askedAge }: Asked,
): Promise<OpenInvoicesView | null> {
  const month = typeof name === 'string' ? monthOf(name, account.zone) : null
  const age = AGES.find((each) => each === askedAge) ?? null
  const customerId = typeof customer === 'string' && isId(customer) ? customer : null
  const code = typeof currency === 'string' ? parseCurrency(currency) : null
  const isOdd =
    (customer !== undefined && !customerId) ||
    (currency !== undefined && !code) ||
    (askedAge !== undefined && !age)
  if (!month || isOdd || month.from > now()) return null
  const day = agedDay(account.zone, month)
  const end = { accountId: account.id, day, to: month.to }
  const narrowing = { customerId, currency: code, age }
  const rows = await openInvoicesAt(connectionPool(), end, narrowing, MAX_INVOICES + 1)
  return {
    month: month.name,
    day: formatIsoDate(day),
    isOver: month.to <= now(),
    customer: customerId && (rows[0]?.customerName ?? null),
    currency: code,
    age,
    invoices: rows.slice(0, MAX_INVOICES).map((row) => ({
      id: row.id,
      number: row.number,
      customerId: row.customerId,
      customer: row.customerName,
      issuedOn: formatIsoDate(dayIn(account.zone, row.createdAt)),
      dueOn: formatIsoDate(row.dueDate),
      daysOverdue: Math.max(0, row.daysOverdue),
      total: presentAmount(row.totalMinor, row.currency),
      open: presentAmount(row.openMinor, row.currency),
    })),
    isCut: rows.length > MAX_INVOICES,
  }
}
