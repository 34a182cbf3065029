import { connectionPool, database } from '@/lib/db/client'
import { NEW_INVOICE, NEW_ITEM } from '@/lib/invoices/invoice-fields'
import { workOn } from '@/lib/jobs/queue.fixture'
import { formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import { recurringWork } from './issue-period'
import { createRecurring, type RecurringTerms } from './recurring-invoice'

/** A day that a test writes as text. */
export function day(text: string): Date {
  const date = parseIsoDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}

/** Terms of a series: 100.00 USD on the first of each month, due after 14 days. */
export function termsFor(
  changes: Omit<Partial<RecurringTerms>, 'fields' | 'schedule' | 'end'> & {
    fields?: Partial<RecurringTerms['fields']>
    schedule?: Partial<RecurringTerms['schedule']>
    end?: Partial<RecurringTerms['end']>
  } = {},
): RecurringTerms {
  const { schedule, end, fields, ...rest } = changes
  return {
    baseAmountMinor: 10_000n,
    dueAfterDays: 14,
    isSent: true,
    ...rest,
    fields: {
      ...NEW_INVOICE,
      customer: { id: null, email: 'ada@example.com', name: 'ada@example.com' },
      items: [{ ...NEW_ITEM, title: 'Hosting', price: '100' }],
      ...fields,
    },
    schedule: { unit: 'month', every: 1, startsOn: day('2031-01-01'), dayOfMonth: 1, ...schedule },
    end: { endsOn: null, endsAfter: null, ...end },
  }
}

export async function buildRecurring(
  account: Pick<Account, 'id' | 'zone'>,
  changes: Parameters<typeof termsFor>[0] = {},
  isUtc = false,
): Promise<string> {
  const { id } = await createRecurring(connectionPool(), account, termsFor(changes), {
    isUtc,
    requestId: null,
  })
  return id
}

/** Does what a worker does while anything of the series is due. */
export async function workOff(accountId: string, id: string): Promise<void> {
  for (let issued = -1; issued !== (await issuedDays(accountId, id)).length; ) {
    issued = (await issuedDays(accountId, id)).length
    await workOn(recurringWork, { tenantId: accountId, id })
  }
}

/** The days of the periods that became invoices, in order of the invoices' numbers. */
export async function issuedDays(accountId: string, id: string): Promise<string[]> {
  const periods = await database().recurringPeriod.findMany({
    where: { accountId, recurringId: id },
    orderBy: [{ invoice: { number: 'asc' } }, { day: 'asc' }],
  })
  return periods.map((period) => formatIsoDate(period.day))
}
