import assert from 'node:assert/strict'
import type { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { type List, type Page, type PageRequest, readList } from '@/lib/db/list'
import type { Transaction } from '@/lib/db/transaction'
import { type CsvColumn, type CsvFile, csvAnswer, EXPORT_PAGE_ROWS, everyRow, timeZoneOf } from './csv'
import { type ListQuery, type ListRules, type ListView, parseListQuery, presentPage } from './list-query'

type Query<Sort extends string, Filters extends z.ZodObject> = ListQuery<Sort, z.output<Filters>>

type ListDeclaration<Sort extends string, Filters extends z.ZodObject, Row extends object, View> = ListRules<
  Sort,
  Filters
> & {
  /** The statement's parts for a query; null where no row can match. `tenantId` is what the list belongs to. */
  select: (
    tenantId: string,
    query: Query<Sort, Filters>,
    tx: Transaction,
  ) => List<Sort> | null | Promise<List<Sort> | null>
  present: (row: Row, query: Query<Sort, Filters>) => View
  /** The list as a CSV file, for a list that can be exported. */
  file?: (query: Query<Sort, Filters>, mode: Mode) => { filename: string; columns: CsvColumn<Row>[] }
}

export type DefinedList<
  Sort extends string,
  Filters extends z.ZodObject,
  Row extends object,
  View,
> = ListRules<Sort, Filters> & {
  /** A page of rows as they are in the database. */
  page: (tx: Transaction, tenantId: string, query: Query<Sort, Filters>) => Promise<Page<Row>>
  /** The page that the parameters of an address ask for, as the browser gets it. */
  read: (tenantId: string, params: URLSearchParams) => Promise<ListView<View>>
  /** All rows that the parameters ask for, in their order, as a CSV file. */
  export: (account: { id: string; mode: Mode }, params: URLSearchParams) => Promise<CsvFile>
}

const NO_ROWS = { rows: [], first: null, last: null, hasNext: false, hasPrevious: false }

/** A list of the dashboard: what it can be asked for, how its rows are found, and what the browser gets of them. */
export function defineList<Sort extends string, Filters extends z.ZodObject, Row extends object, View>(
  declaration: ListDeclaration<Sort, Filters, Row, View>,
): DefinedList<Sort, Filters, Row, View> {
  const { select, present, file, ...rules } = declaration

  async function page(tx: Transaction, tenantId: string, query: Query<Sort, Filters>): Promise<Page<Row>> {
    const list = await select(tenantId, query, tx)
    return list ? readList<Row, Sort>(tx, list, query) : NO_ROWS
  }

  return {
    ...rules,
    page,
    read: async (tenantId, params) => {
      const query = parseListQuery(rules, params)
      return presentPage(await page(database(), tenantId, query), (row) => present(row, query))
    },
    export: async (account, params) => {
      assert(file, 'a list without a file is not exported')
      const query = parseListQuery(rules, params)
      const timeZone = timeZoneOf(params)
      const { filename, columns } = file(query, account.mode)
      const readFrom = ({ after }: Pick<PageRequest, 'after'>) =>
        page(database(), account.id, { ...query, after, before: null, limit: EXPORT_PAGE_ROWS })
      // The first page is read before the file begins, so that a refusal is still an answer of its own.
      const first = await readFrom({ after: null })
      const rows = everyRow((place) => (place.after ? readFrom(place) : Promise.resolve(first)))
      return csvAnswer(rows, columns, { filename, timeZone })
    },
  }
}
