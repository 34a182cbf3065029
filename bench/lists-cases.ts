import type { z } from 'zod'
import { customerList } from '@/lib/customers/customer-list'
import type { Orm } from '@/lib/db/client'
import { invoiceList } from '@/lib/invoices/invoice-list'
import type { DefinedList } from '@/lib/lists/define-list'
import { parseListQuery } from '@/lib/lists/list-query'
import type { Cursor, Page } from '@/lib/lists/read-list'
import { mailList } from '@/lib/mail/mail-list'
import { payoutList } from '@/lib/payouts/payout-list'
import { requestList } from '@/lib/request-log/request-list'
import { statementList } from '@/lib/wallet/statement'
import { deliveryList } from '@/lib/webhooks/delivery-list'

/** Where a page begins or ends; nowhere for the first one. */
type At = { after: Cursor | null; before: Cursor | null }

export type MeasuredList = {
  page: (tx: Orm, accountId: string, params: URLSearchParams, at?: At) => Promise<Page<object>>
  /** The account's rows, to look up positions in the list: "table WHERE tenant key". */
  rows: string
  /** The column of each order, and the id's. */
  orders: Record<string, string>
  id: string
  /** Query strings of the list, by what they select. */
  queries: Record<string, string>
}

function measured<Sort extends string, Filters extends z.ZodObject, Row extends object, View>(
  list: DefinedList<Sort, Filters, Row, View>,
  rest: Omit<MeasuredList, 'page'>,
): MeasuredList {
  return {
    ...rest,
    page: (tx, accountId, params, at) =>
      list.page(tx, accountId, { ...parseListQuery(list, accountId, params), ...at }),
  }
}

export const LISTS: Record<string, MeasuredList> = {
  invoices: measured(invoiceList, {
    rows: 'invoices WHERE account_id',
    id: 'id',
    orders: { created: 'id', due_date: 'due_date', amount: 'total_minor', paid: 'paid_at' },
    queries: {
      'no filter': '',
      'status paid': 'status=paid',
      'status overdue': 'status=overdue',
      refunded: 'status=refunded',
      disputed: 'status=disputed',
      credited: 'status=credited',
      'credited in part': 'status=partly_credited',
      'status open': 'status=open',
      'currency EUR': 'currency=EUR',
      'currency of none': 'currency=CHF',
      'status and currency': 'status=overdue&currency=GBP',
      'created in a month': 'created_from=2025-03-01&created_to=2025-03-31',
      'created on a day': 'created_from=2025-03-03&created_to=2025-03-03',
      'created in a year': 'created_from=2024-01-01&created_to=2024-12-31',
      'due in a month': 'due_from=2025-03-01&due_to=2025-03-31',
      'paid in a month': 'paid_from=2025-03-01&paid_to=2025-03-31',
      'paid in a month, in euros': 'paid_from=2025-03-01&paid_to=2025-03-31&currency=EUR',
      'due in half a year': 'due_from=2024-01-01&due_to=2024-06-30',
      'due on a day, declined': 'due_from=2025-03-03&due_to=2025-03-03&status=declined',
      'created and due':
        'created_from=2025-03-01&created_to=2025-03-31&due_from=2025-03-20&due_to=2025-03-20',
      'word of 12 %: hopper': 'q=hopper',
      'word of 9 %: grace': 'q=grace',
      'two words: grace hopper': 'q=grace+hopper',
      'full name': 'q=Ada+Lovelace+80',
      'email of one in ten invoices': 'q=customer2@example.com',
      'email of a few': 'q=customer4242@example.com',
      'beginning of an email': 'q=customer42@',
      'word of all: example': 'q=example',
      'word of all and a rare one': 'q=example+4242',
      'one letter': 'q=g',
      'amount 825': 'q=825',
      'amount 825.17': 'q=825.17',
      nobody: 'q=zzz',
      'an id': 'q=0195a1b2-c3d4-7000-8000-000000000000',
      'beginning of an id': 'q=0195a1b2',
      'word and status': 'q=hopper&status=declined',
      'word and month': 'q=hopper&created_from=2025-03-01&created_to=2025-03-31',
      'word and due days': 'q=grace&due_from=2025-03-01&due_to=2025-03-07',
      'a customer who left': 'q=formerly',
    },
  }),
  customers: measured(customerList, {
    rows: 'customers WHERE account_id',
    id: 'id',
    orders: {
      created: 'created_at',
      name: '(lower(name) COLLATE "C")',
      // No columns: a value among those that customers of the test data have.
      owed: '(200000 + 0)',
      overdue: '(200000 + 0)',
      paid: '(200000 + 0)',
      last_invoice: 'created_at',
    },
    queries: {
      'no filter': '',
      'word of 12 %: hopper': 'q=hopper',
      'word of 10 %: grace': 'q=grace',
      'an email': 'q=customer4242@example.com',
      nobody: 'q=zzz',
      'in euros': 'amounts_in=EUR',
      group: 'group=Retainer',
      'group and word': 'group=Retainer&q=grace',
    },
  }),
  statement: measured(statementList, {
    rows: 'wallet_movements WHERE account_id',
    id: 'transaction_id',
    orders: { line: 'sequence' },
    queries: {
      'no filter': '',
      'of payments': 'reason=invoice',
      'of funds': 'reason=funds',
      'in a year': 'created_from=2024-01-01&created_to=2024-12-31',
      'word of 12 %: hopper': 'q=hopper',
      'two words: grace hopper': 'q=grace+hopper',
      'an email': 'q=customer4242@example.com',
      'amount 825': 'q=825',
      nobody: 'q=zzz',
      'word and year': 'q=hopper&created_from=2024-01-01&created_to=2024-12-31',
    },
  }),
  payouts: measured(payoutList, {
    rows: 'payouts WHERE account_id',
    id: 'id',
    orders: { created: 'created_at', amount: 'amount_minor' },
    queries: {
      'no filter': '',
      'status failed': 'status=FAILED',
      'word of 12 %: hopper': 'q=hopper',
      'an email': 'q=customer4242@example.com',
      'word and status': 'q=hopper&status=FAILED',
      nobody: 'q=zzz',
    },
  }),
  requests: measured(requestList, {
    rows: 'api_requests WHERE account_id',
    id: 'id',
    orders: { created: 'id' },
    queries: {
      'no filter': '',
      'status 4xx': 'status=4xx',
      'status 5xx': 'status=5xx',
      'method GET': 'method=GET',
      'method HEAD': 'method=HEAD',
      path: 'path=/api/v2/payout',
      'path of none': 'path=/api/v2/nowhere',
      'path and status': 'path=/api/v2/payout&status=5xx',
      'an id': 'q=0195a1b2-c3d4-7000-8000-000000000000',
    },
  }),
  events: measured(deliveryList, {
    rows: 'webhook_deliveries WHERE account_id',
    id: 'id',
    orders: { created: 'id' },
    queries: {
      'no filter': '',
      'status failed': 'status=FAILED',
      'in a month': 'created_from=2025-03-01&created_to=2025-03-31',
      'an id': 'q=0195a1b2-c3d4-7000-8000-000000000000',
    },
  }),
  mail: measured(mailList, {
    rows: 'mail_messages WHERE owner_id',
    id: 'id',
    orders: { created: 'id' },
    queries: {
      'no filter': '',
      'status failed': 'status=FAILED',
      'about payouts': 'about=payout',
      'word of all: invoice': 'q=invoice',
      'an email': 'q=customer4242@example.com',
      nobody: 'q=zzz',
    },
  }),
}

type ListCase = { list: string; query: string; order: string; params: URLSearchParams; at: At }

export type Cursors = Record<string, Cursor>

/**
 * Every query of a list in every order: on the first page, in the middle, near the end, and back from the
 * middle.
 */
export function casesOf(name: string, list: MeasuredList, cursors: Record<string, Cursors>): ListCase[] {
  return Object.entries(list.queries).flatMap(([query, search]) =>
    Object.keys(list.orders).flatMap((sort) => {
      const page = (side: 'after' | 'before' | null, depth: string) => {
        const params = new URLSearchParams(search)
        params.set('sort', `-${sort}`)
        const cursor = cursors[depth]?.[sort] ?? null
        const at = { after: side === 'after' ? cursor : null, before: side === 'before' ? cursor : null }
        const words = side === 'before' ? `back from ${depth}` : depth
        return { list: name, query, order: `-${sort}, ${words}`, params, at }
      }
      return [
        page(null, 'first'),
        page('after', 'middle'),
        page('before', 'middle'),
        page('after', 'near the end'),
      ]
    }),
  )
}
