import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { csvAnswer, timeZoneOf } from './csv'

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

it('a cell that a spreadsheet would run is written as text', async () => {
  const text = await textOf(rowsOf('=1+1', '@SUM(A1)', '+1', '-1', '\tx', 'plain'))
  const names = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])
  expect(names).toEqual(["'=1+1", "'@SUM(A1)", "'+1", "'-1", "'\tx", 'plain'])
})

it('quotes, commas and line breaks stay inside their cell', async () => {
  expect(await textOf(rowsOf('a "b", c\nd'))).toContain('"a ""b"", c\nd",')
})

it.each(['\n', '\r', '\r\n'])('a lone line break starts no row, and so no formula: %j', async (lineBreak) => {
  const text = await textOf(rowsOf(`Ada${lineBreak}=1+1`))
  expect(text).toContain(`"Ada${lineBreak}'=1+1",2026-07-01 22:30:00`)
})

it.each([';', '\t', '|', '; ', ';"', '\n'])(
  'a formula after %j, where other spreadsheets split, is text',
  async (mark) => {
    for (const sign of ['=', '+', '-', '@', '\uff1d']) {
      const text = await textOf(rowsOf(`a${mark}${sign}cmd|' /C calc'!A0`))
      expect(text.replaceAll('""', '"')).toContain(`a${mark}'${sign}cmd`)
    }
  },
)

it('text that starts no formula is exported as it is', async () => {
  expect(await textOf(rowsOf('1; 2-3, -4; a=b'))).toContain('"1; 2-3, -4; a=b",')
})

it('times are written in the requested time zone', async () => {
  expect(await textOf(rowsOf('a'), 'Europe/Berlin')).toContain('2026-07-02 00:30:00')
  expect(await textOf(rowsOf('a'))).toContain('2026-07-01 22:30:00')
})

it('an unknown time zone is refused', () => {
  expect(timeZoneOf(new URLSearchParams())).toBe('UTC')
  expect(timeZoneOf(new URLSearchParams({ time_zone: 'America/New_York' }))).toBe('America/New_York')
  expect(() => timeZoneOf(new URLSearchParams({ time_zone: 'Mars/Base' }))).toThrow('time_zone')
})

it('an error while the rows are read breaks the file off instead of ending it', async () => {
  async function* broken() {
    yield* rowsOf('a')
    throw new Error('the database went away')
  }
  await expect(textOf(broken())).rejects.toThrow()
})
