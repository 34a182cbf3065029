import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import type { BodyObject } from '@/lib/http/json-body'
import { refusalFrom, refuse, refuseInput } from '@/lib/http/refusals'
import { newId } from '@/lib/ids'
import { type CsvRecord, MAX_FILE_BYTES, parseCsv } from '@/lib/lists/parse-csv'
import { now } from '@/lib/time/clock'
import { addressesIn, COPIES_FAULT } from './copy-emails'
import { changeCustomer, saveNewCustomer, wordsOfChanges } from './customer'
import { customerBody, customerChangesBody } from './customer-body'
import { CUSTOMER_COLUMNS_OF_FILE, type FileField, IMPORT_OUTCOMES } from './import-fields'

const MAX_ROWS = 1000
const MAX_COLUMNS = 50

const column = z
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1)

/** Which column of the file holds each detail. */
const mapping = z.partialRecord(z.enum(Object.keys(CUSTOMER_COLUMNS_OF_FILE) as FileField[]), column)

export const importFields = z.object({
  file: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= MAX_FILE_BYTES, 'The file is larger than 512 KB')
    .describe('CSV.'),
  mapping: mapping.nullable().describe('Null: by the names of the columns.'),
  existing: z.enum(['update', 'skip']).describe('The treatment of customers whose email is known.'),
})

type ImportFields = z.output<typeof importFields>

const outcomes = Object.keys(IMPORT_OUTCOMES) as (keyof typeof IMPORT_OUTCOMES)[]

const importRow = z.object({
  line: z.int().describe('Of the file, from 1.'),
  name: z.string(),
  email: z.string(),
  outcome: z.enum(outcomes),
  message: z.string().nullable().describe('The changes, or why the row is refused.'),
})

export const importResult = z.object({
  counts: z.record(z.enum(outcomes), z.int()),
  rows: z.array(importRow),
})

export const importCheck = importResult.extend({
  id: z.uuid().describe('For the import: the same one again finds its result.'),
  columns: z.array(z.object({ title: z.string(), example: z.string() })),
  mapping,
})

export type ImportRow = z.infer<typeof importRow>
export type ImportResult = z.infer<typeof importResult>
export type ImportCheck = z.infer<typeof importCheck>

/** A row, and the action planned for it. */
type Plan = ImportRow & { body: BodyObject; customerId: string | null }

/**
 * Reports what an import would do, row by row, without doing it. Refuses a file that is no CSV, has no rows, or has
 * more than 1,000.
 */
export async function checkImport(tx: Orm, accountId: string, fields: ImportFields): Promise<ImportCheck> {
  const { header, records, mapping: used } = readFile(fields)
  const plans = await plan(tx, accountId, records, used, fields.existing)
  const columns = header.map((title, index) => ({ title, example: records[0]?.cells[index] ?? '' }))
  return { ...resultOf(plans), id: newId(), columns, mapping: used }
}

/**
 * Imports a file: all of its good rows, or, if the process dies, none. The same import again does nothing and returns
 * what the first did. Returns the result, and whether it was made now.
 *
 * Refuses what `checkImport` refuses, and with `import_id_used` another file under the id of an earlier import.
 */
export async function importCustomers(
  tx: OrmTransaction,
  accountId: string,
  { id, ...fields }: ImportFields & { id: string },
  requestId: string,
): Promise<{ result: ImportResult; isNew: boolean; changes: { customerId: string; detail: string }[] }> {
  const { records, mapping: used } = readFile(fields)
  const digest = createHash('sha256')
    .update(JSON.stringify([fields.file, used, fields.existing]))
    .digest()
  // The same import in another tab waits here until this one is over.
  const started = await tx.$queryRaw<object[]>`
    INSERT INTO customer_imports (account_id, id, digest, created_at)
    VALUES (${accountId}::uuid, ${id}::uuid, ${digest}, ${now()}::timestamptz)
    ON CONFLICT DO NOTHING RETURNING id`
  const where = { accountId_id: { accountId, id } }
  if (started.length === 0) {
    const earlier = await tx.customerImport.findUniqueOrThrow({ where })
    if (!digest.equals(earlier.digest)) refuse('import_id_used')
    return { result: importResult.parse(earlier.result), isNew: false, changes: [] }
  }
  const plans = await plan(tx, accountId, records, used, fields.existing)
  const changes: { customerId: string; detail: string }[] = []
  for (const row of plans) {
    if (row.outcome === 'create') await create(tx, accountId, row, requestId)
    if (row.outcome === 'change' && row.customerId) {
      const { customer, changed } = await changeCustomer(
        tx,
        accountId,
        row.customerId,
        customerChangesBody.read(row.body),
      )
      changes.push({ customerId: customer.id, detail: `${customer.name}: ${wordsOfChanges(changed)}` })
    }
  }
  const result = resultOf(plans)
  await tx.customerImport.update({ where, data: { result } })
  return { result, isNew: true, changes }
}

async function create(tx: OrmTransaction, accountId: string, row: Plan, requestId: string): Promise<void> {
  try {
    await saveNewCustomer(tx, accountId, customerBody.read(row.body), requestId)
  } catch (error) {
    // Somebody else created the customer since the rows were compared.
    if (!(error instanceof DomainError) || error.code !== 'customer_email_taken') throw error
    row.outcome = 'refuse'
    row.message = refusalFrom(error)?.message ?? null
  }
}

function readFile({ file, mapping }: ImportFields) {
  const parsed = parseCsv(file) ?? refuseInput('The file has a quotation mark without its counterpart')
  const [first, ...records] = parsed
  if (!first || records.length === 0) refuseInput('The file has no rows below its first line')
  if (records.length > MAX_ROWS)
    refuseInput(`The file has ${records.length} rows. Import up to 1,000 at once.`)
  const header = first.cells
  if (header.length > MAX_COLUMNS) refuseInput(`The file has more than ${MAX_COLUMNS} columns`)
  return { header, records, mapping: mapping ?? mappingOf(header) }
}

/** The columns by their names; each is used once. */
function mappingOf(header: string[]): z.output<typeof mapping> {
  const names = header.map((title) => title.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const entries = Object.entries(CUSTOMER_COLUMNS_OF_FILE).flatMap(([field, { names: titles }]) => {
    const index = names.findIndex((name) => (titles as readonly string[]).includes(name))
    return index === -1 ? [] : [[field, index] as const]
  })
  return Object.fromEntries(entries)
}

async function plan(
  tx: Orm,
  accountId: string,
  records: CsvRecord[],
  used: z.output<typeof mapping>,
  existing: ImportFields['existing'],
): Promise<Plan[]> {
  const rows = records.map((record) => ({ line: record.line, body: bodyOf(record, used) }))
  const keyOf = ({ body }: { body: BodyObject }) => String(body.email ?? '').toLowerCase()
  const customers = await tx.customer.findMany({
    where: { accountId, emailKey: { in: rows.map(keyOf) }, archivedAt: null },
  })
  const byEmail = new Map(customers.map((customer) => [customer.emailKey, customer]))
  const lines = new Map<string, number>()
  return rows.map(({ line, body }): Plan => {
    const key = keyOf({ body })
    const row = {
      line,
      name: String(body.name ?? ''),
      email: String(body.email ?? ''),
      body,
      customerId: null,
    }
    const earlier = lines.get(key)
    if (earlier !== undefined && key !== '') {
      return { ...row, outcome: 'refuse', message: `The same email as in line ${earlier}` }
    }
    lines.set(key, line)
    const customer = byEmail.get(key)
    try {
      if (!customer) {
        customerBody.read(body)
        return { ...row, outcome: 'create', message: null }
      }
      const { email: _, ...changes } = customerChangesBody.read(body)
      const changed = Object.entries(changes).flatMap(([name, value]) =>
        isDeepStrictEqual(customer[name as keyof typeof customer], value) ? [] : [name],
      )
      const same = { ...row, name: row.name || customer.name, customerId: customer.id }
      if (changed.length === 0) return { ...same, outcome: 'unchanged', message: null }
      if (existing === 'skip') return { ...same, outcome: 'skip', message: 'The email is known' }
      // The email stays as it is written: it is what the row was found by.
      return {
        ...same,
        body: { ...body, email: customer.email },
        outcome: 'change',
        message: wordsOfChanges(changed),
      }
    } catch (error) {
      const refusal = refusalFrom(error)
      if (!refusal) throw error
      // A cell is no array.
      const message = refusal.code === 'invalid_copy_emails' ? COPIES_FAULT : refusal.message
      return { ...row, outcome: 'refuse', message }
    }
  })
}

/** The apostrophe that our own exports put before what a spreadsheet would take for a formula, such as `+1 757 555 0100`. */
const APOSTROPHE = /^'(?=[=+\-@])/

/** The fields of API V2. A blank cell is no value: it clears nothing of a customer who is known. */
function bodyOf({ cells }: CsvRecord, used: z.output<typeof mapping>): BodyObject {
  const filledCells = Object.entries(used).flatMap(([field, index]) => {
    const cell = index === undefined ? '' : (cells[index] ?? '').replace(APOSTROPHE, '')
    return cell === '' ? [] : [[field, field === 'copy_emails' ? addressesIn(cell) : cell] as const]
  })
  return Object.fromEntries(filledCells)
}

function resultOf(plans: Plan[]): ImportResult {
  const counts = Object.fromEntries(
    outcomes.map((outcome) => [outcome, plans.filter((row) => row.outcome === outcome).length]),
  ) as ImportResult['counts']
  const rows = plans.map(({ line, name, email, outcome, message }) => ({
    line,
    name,
    email,
    outcome,
    message,
  }))
  return { counts, rows }
}
