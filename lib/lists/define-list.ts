import assert from 'node:assert/strict'
import type { z } from 'zod'
import { database, type Orm } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { UTC, type Zone } from '@/lib/time/zone'
import { type CsvColumn, type CsvFile, csvAnswer, EXPORT_PAGE_ROWS, everyRow, timeZoneOf } from './csv'
import { encodeCursor } from './cursor'
import { type ListQuery, type ListRules, parseListQuery } from './list-query'
import type { ListView } from './list-view'
import { type List, type Page, type PageRequest, readList } from './read-list'

type Query<Sort extends string, Filters extends z.ZodObject> = ListQuery<Sort, z.output<Filters>>

/** Its days are in UTC unless it names a time zone. */
type PageQuery<Sort extends string, Filters extends z.ZodObject> = Omit<Query<Sort, Filters>, 'zone'> & {
  zone?: Zone
}

type ListDeclaration<Sort extends string, Filters extends z.ZodObject, Row extends object, View> = ListRules<
  Sort,
  Filters
> & {
  /** The parts of the statement for a query; null if no row can match. `tenantId` owns the list. */
  select: (
    tenantId: string,
    query: Query<Sort, Filters>,
    tx: Orm,
  ) => List<Sort> | null | Promise<List<Sort> | null>
  /** Adds to the rows of a page what other statements have to read. */
  complete?: (rows: Row[], tenantId: string, tx: Orm) => Promise<Row[]>
  present: (row: Row, query: Query<Sort, Filters>) => View
  /** The list as a CSV file, if it can be exported. */
  file?: (query: Query<Sort, Filters>, mode: Mode) => { filename: string; columns: CsvColumn<Row>[] }
}

export type DefinedList<
  Sort extends string,
  Filters extends z.ZodObject,
  Row extends object,
  View,
> = ListRules<Sort, Filters> & {
  /** A page of database rows. */
  page: (tx: Orm, tenantId: string, query: PageQuery<Sort, Filters>) => Promise<Page<Row>>
  /** The page for a URL's parameters, as sent to the browser; days are those of a time zone, by default in UTC. */
  read: (tenantId: string, params: URLSearchParams, zone?: Zone) => Promise<ListView<View>>
  /** All rows for the parameters, in order, as a CSV file. */
  export: (account: { id: string; mode: Mode; zone: Zone }, params: URLSearchParams) => Promise<CsvFile>
}

const NO_ROWS = { rows: [], first: null, last: null, hasNext: false, hasPrevious: false }

/**
 * Declares a list of the dashboard: its parameters, how its rows are found, and what the browser gets of
 * them.
 */
export function defineList<Sort extends string, Filters extends z.ZodObject, Row extends object, View>(
  declaration: ListDeclaration<Sort, Filters, Row, View>,
): DefinedList<Sort, Filters, Row, View> {
  const { select, complete, present, file, ...rules } = declaration

  async function listOf(tx: Orm, tenantId: string, query: PageQuery<Sort, Filters>) {
    return select(tenantId, { ...query, zone: query.zone ?? UTC }, tx)
  }

  async function pageOf(
    tx: Orm,
    tenantId: string,
    list: List<Sort> | null,
    query: PageQuery<Sort, Filters>,
  ): Promise<Page<Row>> {
    const listPage = list ? await readList<Row, Sort>(tx, list, query) : NO_ROWS
    return complete ? { ...listPage, rows: await complete(listPage.rows, tenantId, tx) } : listPage
  }

  const page: DefinedList<Sort, Filters, Row, View>['page'] = async (tx, tenantId, query) =>
    pageOf(tx, tenantId, await listOf(tx, tenantId, query), query)

  return {
    ...rules,
    page,
    read: async (tenantId, params, zone = UTC) => {
      const query = parseListQuery(rules, tenantId, params, zone)
      const list = await listOf(database(), tenantId, query)
      const { rows, first, last, hasNext, hasPrevious } = await pageOf(database(), tenantId, list, query)
      const scope = { ...query, tenantId, list: rules.name }
      return {
        rows: rows.map((row) => present(row, query)),
        sort: query.descending ? `-${query.sort}` : query.sort,
        note: (await list?.note?.(rows.length === 0)) ?? null,
        nextCursor: hasNext && last ? encodeCursor(last, scope) : null,
        previousCursor: hasPrevious && first ? encodeCursor(first, scope) : null,
      }
    },
    export: async (account, params) => {
      assert(file, 'a list without a file is not exported')
      const query = parseListQuery(rules, account.id, params, account.zone)
      const timeZone = timeZoneOf(params, account.zone.name)
      const { filename, columns } = file(query, account.mode)
      const readFrom = ({ after }: Pick<PageRequest, 'after'>) =>
        page(database(), account.id, { ...query, after, before: null, limit: EXPORT_PAGE_ROWS })
      // Read the first page before the file starts, so that a refusal can still be answered as one.
      const first = await readFrom({ after: null })
      const rows = everyRow((page) => (page.after ? readFrom(page) : Promise.resolve(first)))
      return csvAnswer(rows, columns, { filename, timeZone })
    },
  }
}
