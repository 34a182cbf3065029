import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FileAnswer, FileDescription } from '@/lib/http/operation'
import { refuse } from '@/lib/http/refusals'
import { isZoneName } from '@/lib/time/zone-names'
import type { Cursor, Page, PageRequest } from './read-list'

/** Describes the answer of an export. */
export const csvFile: FileDescription = { contentType: 'text/csv', description: 'All rows of the list' }

export type CsvFile = FileAnswer<200> & { content: Readable }

/** A number as its decimal, which may be below zero: in a text, the minus would start a formula. */
export type CsvNumber = { decimal: string }

export type CsvColumn<Row> = {
  title: string
  /** A time is written in the requested time zone. */
  value: (row: Row) => string | number | CsvNumber | Date | null
}

/**
 * A sign that starts a formula, at the start of a cell or where a spreadsheet that splits at other marks than commas would
 * start one: in many countries Excel splits at semicolons, even within our quotes. Spaces, byte order marks and what else
 * nobody sees may stand before it: some programs drop them. It looks back from the sign, because to look ahead from each
 * mark would take seconds for a cell of tabs.
 */
const FORMULA =
  /[=+\-@\uff1d\uff0b\uff0d\uff20](?<=(?:^|[;|\t\r\n])["\s\u2800\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]*.)/gu

/** Rows read at a time while a file is written. */
export const EXPORT_PAGE_ROWS = 1000

/**
 * A file of all rows, streamed while they are read, so that its length does not matter. What a spreadsheet
 * would take for a formula has an apostrophe before it (OWASP, CSV Injection).
 */
export function csvAnswer<Row>(
  rows: AsyncIterable<Row>,
  columns: CsvColumn<Row>[],
  { filename, timeZone }: { filename: string; timeZone: string },
): CsvFile {
  const formatMoment = momentFormat(timeZone)
  const records = Readable.from(rows).map((row: Row) =>
    columns.map(({ value }) => {
      const cell = value(row)
      if (cell instanceof Date) return formatMoment(cell)
      return typeof cell === 'string' ? cell.replace(FORMULA, "'$&") : cell
    }),
  )
  const lines = stringify({
    header: true,
    columns: columns.map(({ title }) => title),
    escape_formulas: true,
    cast: { object: ({ decimal }) => ({ value: String(decimal), escape_formulas: false }) },
    // The package quotes a cell that contains the record delimiter. A spreadsheet also accepts half of one:
    // unquoted, the rest would be a row of its own with an unescaped first cell.
    quoted_match: /[\r\n]/,
    // Without it Excel does not recognize UTF-8.
    bom: true,
    record_delimiter: 'windows',
  })
  return {
    status: 200,
    content: records.compose(lines) as Readable,
    contentType: 'text/csv; charset=utf-8',
    filename,
    disposition: 'attachment',
  }
}

/** The query's `time_zone`, an IANA name; without it, the vendor's own. */
export function timeZoneOf(params: URLSearchParams, own: string): string {
  const timeZone = params.get('time_zone') || own
  if (isZoneName(timeZone)) return timeZone
  refuse('invalid_parameter', { parameter: 'time_zone', expected: 'a name like Europe/Berlin' })
}

/** `YYYY-MM-DD HH:MM:SS` in the zone, which spreadsheets recognize as a date. */
function momentFormat(timeZone: string): (moment: Date) => string {
  // The Swedish locale writes ISO dates.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(moment)
}

/** Every row of a list in order, read a page at a time. */
export async function* everyRow<Row>(
  readPage: (page: Pick<PageRequest, 'after'>) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  for (let after: Cursor | null = null; ; ) {
    const page: Page<Row> = await readPage({ after })
    yield* page.rows
    if (!page.hasNext || !page.last) return
    after = page.last
  }
}
