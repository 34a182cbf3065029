/** The largest file that is read, in UTF-8. */
export const MAX_FILE_BYTES = 512 * 1024

/** The largest body with such a file: a quotation mark or line end takes two bytes in JSON, and other fields are short. */
export const MAX_BODY_BYTES = 2 * MAX_FILE_BYTES + 16 * 1024

/** A record of a CSV file, and the line that it begins on, from 1. */
export type CsvRecord = { line: number; cells: string[] }

/**
 * The records of a CSV file (RFC 4180), without those whose cells are all blank. Commas, semicolons or tabs separate
 * cells, whichever the first line has most of: spreadsheets write each of them, by country. Cells come without the
 * space around them. Null if a quoted cell does not end.
 */
export function parseCsv(text: string): CsvRecord[] | null {
  const source = text.replace(/^\ufeff/, '')
  const separator = separatorOf(source)
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  // Kept as a flag: looking through the cell at each quotation mark would take a minute for a file of them.
  let isBlank = true
  let isQuoted = false
  let line = 1
  let startedOn = 1
  const append = (character: string) => {
    cell += character
    if (isBlank) isBlank = character.trim() === ''
  }
  const endCell = () => {
    cells.push(cell.trim())
    cell = ''
    isBlank = true
  }
  const endRecord = () => {
    endCell()
    if (cells.some((each) => each !== '')) records.push({ line: startedOn, cells })
    cells = []
    startedOn = line
  }
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at)
    const next = source.charAt(at + 1)
    const isLineEnd = character === '\n' || (character === '\r' && next !== '\n')
    if (isLineEnd) line += 1
    if (isQuoted) {
      if (character !== '"') append(character)
      else if (next === '"') {
        append('"')
        at += 1
      } else isQuoted = false
    } else if (character === '"' && isBlank) {
      cell = ''
      isQuoted = true
    } else if (character === separator) endCell()
    else if (isLineEnd) endRecord()
    else if (character !== '\r') append(character)
  }
  if (isQuoted) return null
  endRecord()
  return records
}

function separatorOf(source: string): string {
  const [header = ''] = source.split(/[\r\n]/, 1)
  const count = (separator: string) => header.split(separator).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}
