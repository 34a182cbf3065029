import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvAnswer, timeZoneOf } from './csv'
import { parseCsv } from './parse-csv'

type Row = { name: string; at: Date }

const COLUMNS = [
  { title: 'Name', value: ({ name }: Row) => name },
  { title: 'Time', value: ({ at }: Row) => at },
]

async function* rowsOf(...names: string[]) {
  for (const name of names) yield { name, at: new Date('2026-07-01T22:30:00Z') }
}

async function textOf(rows: AsyncIterable<Row>, timeZone = 'UTC'): Promise<string> {
  const { content } = csvAnswer(rows, COLUMNS, { filename: 'rows.csv', timeZone })
  return text(content)
}

test('a cell that a spreadsheet would run is written as text', async () => {
  const text = await textOf(rowsOf('=1+1', '@SUM(A1)', '+1', '-1', '\tx', 'plain'))
  const names = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])
  expect(names).toEqual(["'=1+1", "'@SUM(A1)", "'+1", "'-1", "'\tx", 'plain'])
})

test('quotes, commas and line breaks stay inside their cell', async () => {
  expect(await textOf(rowsOf('a "b", c\nd'))).toContain('"a ""b"", c\nd",')
})

test.each(['\n', '\r', '\r\n'])(
  'a lone line break starts no row, and so no formula: %j',
  async (lineBreak) => {
    const text = await textOf(rowsOf(`Ada${lineBreak}=1+1`))
    expect(text).toContain(`"Ada${lineBreak}'=1+1",2026-07-01 22:30:00`)
  },
)

test.each([';', '\t', '|', '; ', ';"', '\n'])(
  'a formula after %j, where other spreadsheets split, is text',
  async (mark) => {
    for (const sign of ['=', '+', '-', '@', '\uff1d']) {
      const text = await textOf(rowsOf(`a${mark}${sign}cmd|' /C calc'!A0`))
      expect(text.replaceAll('""', '"')).toContain(`a${mark}'${sign}cmd`)
    }
  },
)

test('whatever nobody sees before a formula, an apostrophe stands between them', async () => {
  const unseen = fc.constantFrom(
    ...[
      ' ',
      '\t',
      '"',
      '\r',
      '\n',
      '\u00a0',
      '\u00ad',
      '\u034f',
      '\u0001',
      '\u115f',
      '\u180e',
      '\u2003',
      '\u200b',
    ],
    ...[
      '\u200d',
      '\u2028',
      '\u202e',
      '\u2060',
      '\u2800',
      '\u3000',
      '\u3164',
      '\ufe0f',
      '\ufeff',
      '\u{e0020}',
    ],
  )
  const before = fc.array(unseen, { maxLength: 6 }).map((parts) => parts.join(''))
  const start = fc.constantFrom('', 'a;', 'a|', 'a\t', 'a\n', 'a;-1;')
  const sign = fc.constantFrom('=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20')
  const property = fc.asyncProperty(start, before, sign, async (first, blanks, formula) => {
    const written = await textOf(rowsOf(`${first}${blanks}${formula}cmd`))
    const cell = parseCsv(written)?.at(-1)?.cells[0] ?? ''
    expect(cell).toContain(`'${formula}cmd`)
    const isUnseen = /^["'\s\p{C}\p{Z}\p{M}\u115f\u2800\u3164]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u
    const bare = cell.split(/[;|\t\r\n]/).filter((part) => isUnseen.test(part) && !part.includes("'"))
    expect(bare).toEqual([])
  })
  await fc.assert(property, { seed: 20_261_123, numRuns: 300 })
})

test('a cell takes no longer to write for marks and blanks without end', async () => {
  for (const unit of ['\t', ';', ' ', '\n', '\t=', ';"', '\ufeff', '=']) {
    const times: number[] = []
    while (times.length < 3 && !times.some((ms) => ms < 200)) {
      const since = process.cpuUsage()
      await textOf(rowsOf(unit.repeat(100_000)))
      const { user, system } = process.cpuUsage(since)
      times.push((user + system) / 1000)
    }
    expect(Math.min(...times), JSON.stringify(unit)).toBeLessThan(200)
  }
})

test('text that starts no formula is exported as it is', async () => {
  expect(await textOf(rowsOf('1; 2-3, -4; a=b'))).toContain('"1; 2-3, -4; a=b",')
})

test('times are written in the requested time zone', async () => {
  expect(await textOf(rowsOf('a'), 'Europe/Berlin')).toContain('2026-07-02 00:30:00')
  expect(await textOf(rowsOf('a'))).toContain('2026-07-01 22:30:00')
})

test('an unknown time zone is refused', () => {
  expect(timeZoneOf(new URLSearchParams(), 'Asia/Kolkata')).toBe('Asia/Kolkata')
  expect(timeZoneOf(new URLSearchParams({ time_zone: 'America/New_York' }), 'UTC')).toBe('America/New_York')
  expect(() => timeZoneOf(new URLSearchParams({ time_zone: 'Mars/Base' }), 'UTC')).toThrow('time_zone')
})

test('an error while the rows are read breaks the file off instead of ending it', async () => {
  async function* broken() {
    yield* rowsOf('a')
    throw new Error('the database went away')
  }
  await expect(textOf(broken())).rejects.toThrow()
})
