import { createHash } from 'node:crypto'
import { isStorableText } from '@/lib/db/storable-text'
import { refuseInput } from '@/lib/http/refusals'
import { isId } from '@/lib/ids'
import { MAX_FILE_BYTES, parseCsv } from '@/lib/lists/parse-csv'

const MAX_BATCH_ROWS = 1000

/** A row of a batch as it was typed. */
export type PayoutCells = { recipient: string; bankAccount: string; amount: string; reference: string }

export type FileRow = PayoutCells & { line: number }

const COLUMNS: Record<keyof PayoutCells, { names: string[]; maximum: number; isRequired: boolean }> = {
  recipient: { names: ['recipient', 'customer', 'customer_id', 'email'], maximum: 255, isRequired: true },
  bankAccount: { names: ['bank_account', 'bank_account_id', 'account'], maximum: 255, isRequired: false },
  amount: { names: ['amount', 'amount_usd'], maximum: 255, isRequired: true },
  reference: { names: ['reference'], maximum: 500, isRequired: false },
}

const KEYS = Object.keys(COLUMNS) as (keyof PayoutCells)[]

/**
 * The rows of a CSV file, or rows that were pasted without a first line that names the columns. Refuses one that isn't a table of payouts as a whole: an unknown column, such as
 * a currency, could change what the others mean. `hash` is the same for the same text.
 */
export function readBatchFile(text: string): { rows: FileRow[]; hash: Buffer } {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
    refuseInput(`The file is larger than ${MAX_FILE_BYTES / 1024} KB`)
  }
  // The browser turns bytes that are not UTF-8 into replacement characters.
  if (!isStorableText(text) || text.includes('\ufffd')) refuseInput('Save the file as CSV in UTF-8')
  const records = parseCsv(text) ?? refuseInput('The file has a quotation mark without its counterpart')
  const [header] = records
  if (!header) refuseInput('The file is empty')
  const isBare = isRecipient(header.cells[0] ?? '')
  const columns = isBare ? columnsWithoutHeader(records.map(({ cells }) => cells)) : columnsOf(header.cells)
  const rest = isBare ? records : records.slice(1)
  if (rest.length === 0) refuseInput('The file has no rows under its first line')
  if (rest.length > MAX_BATCH_ROWS) {
    refuseInput(`The file has ${rest.length} rows. A batch has at most ${MAX_BATCH_ROWS}`)
  }
  const rows = rest.map(({ line, cells }) => {
    if (filledLength(cells) > columns.length) {
      refuseInput(`Line ${line} has more cells than the first line. Put amounts with a comma in quotes`)
    }
    const row: FileRow = { line, recipient: '', bankAccount: '', amount: '', reference: '' }
    columns.forEach((key, index) => {
      row[key] = cells[index] ?? ''
    })
    const tooLong = KEYS.find((key) => isTooLong(key, row[key]))
    if (tooLong) refuseInput(`Line ${line}: ${lengthProblem(tooLong)}`)
    return row
  })
  return { rows, hash: createHash('sha256').update(text).digest() }
}

/** Refuses cells that are longer than they can be. */
export function checkLengths(cells: PayoutCells): void {
  const tooLong = KEYS.find((key) => isTooLong(key, cells[key]))
  if (tooLong) refuseInput(lengthProblem(tooLong))
}

function isTooLong(key: keyof PayoutCells, text: string): boolean {
  return [...text].length > COLUMNS[key].maximum
}

function lengthProblem(key: keyof PayoutCells): string {
  return `the ${COLUMNS[key].names[0]?.replace('_', ' ')} has more than ${COLUMNS[key].maximum} characters`
}

/** Commas behind the last text of a row are no cells. */
function filledLength(cells: string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1
}

/** True for an email address or an id: rows that are pasted have no line that names their columns. */
function isRecipient(cell: string): boolean {
  return cell.includes('@') || isId(cell)
}

/** Recipient and amount, or all four in their order: whichever the longest row has. */
function columnsWithoutHeader(rows: string[][]): (keyof PayoutCells)[] {
  const length = rows.reduce((most, cells) => Math.max(most, filledLength(cells)), 0)
  if (length < 2) refuseInput('Each row needs a recipient and an amount')
  return length === 2 ? ['recipient', 'amount'] : ['recipient', 'bankAccount', 'amount', 'reference']
}

/** The column of each cell, by the names in the first line. */
function columnsOf(header: string[]): (keyof PayoutCells)[] {
  const columnNames = KEYS.map((key) => COLUMNS[key].names[0]).join(', ')
  const columns = header.map((title) => {
    const name = title
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
    const key = KEYS.find((each) => COLUMNS[each].names.includes(name))
    return key ?? refuseInput(`Unknown column “${title.slice(0, 40)}”. The first line names: ${columnNames}`)
  })
  const twice = columns.find((key, index) => columns.indexOf(key) !== index)
  if (twice) refuseInput(`The file has two columns for the ${COLUMNS[twice].names[0]?.replace('_', ' ')}`)
  const missing = KEYS.find((key) => COLUMNS[key].isRequired && !columns.includes(key))
  if (missing)
    refuseInput(`The column ${COLUMNS[missing].names[0]} is missing. The first line names: ${columnNames}`)
  return columns
}
