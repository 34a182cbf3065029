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
  let isQuoted = false
  let line = 1
  let startedOn = 1
  const endRecord = () => {
    cells.push(cell.trim())
    if (cells.some((each) => each !== '')) records.push({ line: startedOn, cells })
    cells = []
    cell = ''
    startedOn = line
  }
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at)
    const next = source.charAt(at + 1)
    const isLineEnd = character === '\n' || (character === '\r' && next !== '\n')
    if (isLineEnd) line += 1
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (next === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (character === separator) {
      cells.push(cell.trim())
      cell = ''
    } else if (isLineEnd) endRecord()
    else if (character !== '\r') cell += character
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
