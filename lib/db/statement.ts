import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { types } from 'pg'
import { env } from '@/lib/env'
import { currentTraceparent } from '@/lib/tracing/current-trace'
import type { Sql } from './client'

export interface Query {
  name?: string
  text: string
  values?: unknown[]
  types?: typeof types
}

/** Runs statements: the pool, or a transaction. */
export interface Queryable {
  query<Row extends object>(query: Query): Promise<{ rows: Row[] }>
  /** In a batch: has a statement of rows take those of all calls in this turn, and answers each with all that it returned. */
  gather?(key: string, row: object, run: (rows: object[]) => Promise<object[]>): Promise<object[]>
}

type Scalar = string | number | bigint | boolean | Date | Uint8Array | null
export type Value = Scalar | readonly Scalar[]

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082

/** `{1,2}` as bigints; arrays of amounts have no NULL in them. */
function bigintsOf(text: string): bigint[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt)
}

/** The driver's types, but a BIGINT is a bigint, and a DATE is its midnight in UTC: the same as the ORM's. */
const exactTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return BigInt
    if (oid === INT8_ARRAY) return bigintsOf
    if (oid === DATE) return (text: string) => new Date(`${text}T00:00:00Z`)
    return types.getTypeParser(oid, format)
  },
} as typeof types

/**
 * A statement of the hot path, written by hand and prepared once per connection under its name: parsing and
 * planning it for each request would cost more than running it. Its parameters have names: `:accountId` in the text
 * is the value `accountId`. The text must never depend on a value. `:traceparent` is the trace that it runs in, which no
 * caller passes: null while nobody traces.
 */
export function statement<Values extends Record<string, Value>, Row extends object>(
  name: string,
  text: string,
) {
  const { numbered, parameters } = numberParameters(text)
  return async (on: Queryable, values: Values): Promise<Row[]> => {
    const inOrder = parameters.map((parameter) => {
      const value = parameter === 'traceparent' ? currentTraceparent() : values[parameter]
      assert(value !== undefined, `${name} has no value for :${parameter}`)
      return value
    })
    return run<Row>(on, name, numbered, inOrder)
  }
}

/**
 * ` AND account_id = ANY (:accountIds)` for tables that are distributed, so that only the nodes of these accounts are asked. One
 * server must not see it: by statistics that are older than a flood, the planner thinks that an account has next to no rows, and
 * reads all of them to find those that a join names by their keys.
 */
export function onNodesOfAccounts(column: string): string {
  return env.DATABASE_DISTRIBUTED ? ` AND ${column} = ANY (:accountIds::uuid[])` : ''
}

/**
 * The SELECT of an INSERT of rows of the account `:accountId`: the account, and then the columns of `select`, in which a bare literal
 * is a text. Where tables are distributed, the account is read from its own row: Citus then runs the INSERT on that row's node
 * alone. With a parameter it would collect the rows first, and send what they are made from to every node, so that one that is away
 * would have everybody's writes refused. An INSERT that returns columns needs an alias: Citus may name them after the
 * table, which is called otherwise on its node.
 */
export function rowsOfAccount(select: string): string {
  return env.DATABASE_DISTRIBUTED
    ? `SELECT home.id, added.* FROM accounts AS home, (${select}) AS added WHERE home.id = :accountId::uuid`
    : `SELECT :accountId::uuid, added.* FROM (${select}) AS added`
}

/**
 * The CTE `name` with the INSERT of rows of the account `:accountId` into a table whose sequence gives each its `position`; `select` has
 * the columns. Where tables are distributed, a CTE before it takes the positions, on the coordinator, since Citus runs no INSERT
 * on a node alone that would take them itself. `select` reads other CTEs and no table.
 */
export function positionedCte(cte: {
  name: string
  /** Such as `INSERT INTO events`. */
  insert: string
  /** That numbers its rows. */
  sequence: string
  columns: string
  select: string
  returning?: string
}): string {
  const { name, insert, sequence, columns, select, returning } = cte
  const end = returning ? ` RETURNING ${returning}` : ''
  if (!env.DATABASE_DISTRIBUTED) {
    return `${name} AS (${insert} (account_id, ${columns}) ${rowsOfAccount(select)}${end})`
  }
  const rows = `${name}_rows`
  return `
   ${rows} AS MATERIALIZED (
     SELECT added.*, nextval('${sequence}') AS position FROM (${select}) AS added (${columns})),
   ${name} AS (
     ${insert} AS saved (account_id, ${columns}, position) ${rowsOfAccount(`SELECT ${columns}, position FROM ${rows}`)}${end})`
}

/**
 * A statement that writes for any number of calls at once, and returns one row for each, or none, by the `id` that it was
 * called with, which column `by` has. The calls of a batch (`inAccountBatch`) go together in one, in their order. `text` builds
 * the statement around the CTE `request`, which has the values of the calls in `columns`, by type; only `accountId`, which
 * all of them share, is a parameter. PostgreSQL expects a hundred requests: join a table to them by `= ANY` or in a LATERAL with
 * OFFSET 0, or it may read all of the account's rows.
 */
export function rowStatement<
  Values extends { accountId: string; id: string } & Record<string, Scalar | readonly string[]>,
  Row extends object,
>(
  name: string,
  columns: Record<Exclude<keyof Values, 'accountId'>, string>,
  text: (request: string) => string,
  by: keyof Row & string,
) {
  const definitions = Object.entries<string>({ ...columns, traceparent: 'varchar' })
    .map(([column, type]) => `"${column}" ${type}`)
    .join(', ')
  const request = `
   request AS MATERIALIZED (SELECT * FROM json_to_recordset(:requests) AS request (${definitions}))`
  const runAll = statement<{ accountId: string; requests: string }, Row>(name, text(request))
  return async (on: Queryable, { accountId, ...values }: Values): Promise<Row | null> => {
    const run = (requests: object[]) => runAll(on, { accountId, requests: JSON.stringify(requests) })
    const one: Record<string, unknown> = {}
    const traceparent = currentTraceparent()
    if (traceparent !== null) one.traceparent = traceparent
    for (const column of Object.keys(columns)) {
      const value = (values as Record<string, Scalar | readonly string[]>)[column]
      assert(value !== undefined, `${name} has no value for "${column}"`)
      // PostgreSQL reads a missing key as null.
      if (value !== null) one[column] = typeof value === 'bigint' ? value.toString() : withoutDates(value)
    }
    const rows = await (on.gather ? on.gather(`${name} ${accountId}`, one, run) : run([one]))
    return (rows as Row[]).find((row) => row[by] === values.id) ?? null
  }
}

/**
 * All columns of a table under the names of its model's fields, such as `modelColumns(Prisma.RefundScalarFieldEnum)`: a row is what
 * the ORM would read.
 */
export function modelColumns(fields: Record<string, string>): string {
  const snakeCase = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.values(fields)
    .map((field) => `${snakeCase(field)} AS "${field}"`)
    .join(', ')
}

/** A comment, a text in quotes, a cast, or a parameter. */
const SKIPPED_OR_PARAMETER = /--[^\n]*|'[^']*'|"[^"]*"|::|:([a-z]\w*)/gi

/** The text with `$1`, `$2` … in place of the names, and the names in that order. */
export function numberParameters(text: string): { numbered: string; parameters: string[] } {
  assert(!/\$\d/.test(text), 'a parameter has a name')
  const parameters: string[] = []
  const numbered = replaceParameters(text, (parameter) => {
    if (!parameters.includes(parameter)) parameters.push(parameter)
    return `$${parameters.indexOf(parameter) + 1}`
  })
  return { numbered, parameters }
}

/** The text with what `write` says in place of each name. */
export function replaceParameters(text: string, write: (parameter: string) => string): string {
  return text.replace(SKIPPED_OR_PARAMETER, (whole, parameter?: string) =>
    parameter === undefined ? whole : write(parameter),
  )
}

/** Runs a statement that is composed from parts. Its text must not depend on a value, like any other's. */
export async function runComposed<Row extends object>(on: Queryable, composed: Sql): Promise<Row[]> {
  const { text, values } = composed
  return run<Row>(on, nameOf(text), text, values)
}

async function run<Row extends object>(
  on: Queryable,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await on.query<Row>({ name, text, values: values.map(withoutDates), types: exactTypes })
  return rows
}

/** The driver would write a Date in the time zone of the process: a DATE could become the day before. */
function withoutDates(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) && value[0] instanceof Date ? value.map(withoutDates) : value
}

/** Their names are hashes. */
export const COMPOSED = 'composed_'

const names = new Map<string, string>()

function nameOf(text: string): string {
  const cachedName = names.get(text)
  if (cachedName) return cachedName
  const name = `${COMPOSED}${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  names.set(text, name)
  return name
}
