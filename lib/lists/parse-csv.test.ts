import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv } from './parse-csv'

const cellsOf = (text: string) => parseCsv(text)?.map(({ cells }) => cells)

test('commas, semicolons and tabs separate cells, by the first line', () => {
  const rows = [
    ['recipient', 'amount'],
    ['ada@example.com', '1,250.00'],
  ]
  expect(cellsOf('recipient,amount\nada@example.com,"1,250.00"\n')).toEqual(rows)
  expect(cellsOf('recipient;amount\r\nada@example.com;1,250.00')).toEqual(rows)
  expect(cellsOf('\ufeffrecipient\tamount\rada@example.com\t 1,250.00 \r')).toEqual(rows)
})

test('a record knows its line, past blank lines and line ends within quotes', () => {
  expect(parseCsv('a,b\n\n"1\n2",3\r\n,\n4,5')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1\n2', '3'] },
    { line: 6, cells: ['4', '5'] },
  ])
})

test('quotes in a quoted cell are doubled, and others are as they stand', () => {
  expect(cellsOf('a,b\n"say ""hi""",5" pipe')).toEqual([
    ['a', 'b'],
    ['say "hi"', '5" pipe'],
  ])
})

test('only blanks may stand before the quotation mark that begins a quoted cell', () => {
  expect(cellsOf('a,b\n \t"1,2",3 "4"\n"" "5",6')).toEqual([
    ['a', 'b'],
    ['1,2', '3 "4"'],
    ['5', '6'],
  ])
})

test('a quoted cell without an end is no file', () => {
  expect(parseCsv('a,b\n"1,2\n3,4')).toBeNull()
})

test('the records of any file that a spreadsheet writes come back', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.trim().replaceAll('\r', ''))
  const row = fc
    .array(cell, { minLength: 3, maxLength: 3 })
    .filter((cells) => cells.some((each) => each !== ''))
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const header = ['x', 'y', 'z']
      expect(cellsOf(stringify([header, ...rows], { quoted: true }))).toEqual([header, ...rows])
    }),
    { seed: 20_261_122, numRuns: 300 },
  )
})
