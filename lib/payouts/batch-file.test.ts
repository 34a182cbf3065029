import { describe, expect, test } from 'vitest'
import { readBatchFile } from './batch-file'

const ID = '0199d1c2-4101-7487-8f43-cf036d7d314b'
const rowsOf = (text: string) =>
  readBatchFile(text).rows.map(({ line, ...cells }) => [line, ...Object.values(cells)])

describe('rows without a line that names their columns', () => {
  test('are a recipient and an amount where no row has more', () => {
    expect(rowsOf('ada@example.com, 25\n\nmary@example.com,12.50,,')).toEqual([
      [1, 'ada@example.com', '', '25', ''],
      [3, 'mary@example.com', '', '12.50', ''],
    ])
  })

  test('have all four columns as soon as one row has three', () => {
    expect(rowsOf(`${ID}\t6789\t1,250.00\tMay\nmary@example.com\t25`)).toEqual([
      [1, ID, '6789', '1,250.00', 'May'],
      // No amount: its check says so, and nothing is paid by a guess.
      [2, 'mary@example.com', '25', '', ''],
    ])
  })

  test('an amount with a comma out of quotes is no amount of another column', () => {
    expect(rowsOf('ada@example.com,1,250.00')).toEqual([[1, 'ada@example.com', '1', '250.00', '']])
  })

  test.each([
    ['ada@example.com', 'Each row needs a recipient and an amount'],
    ['ada@example.com,6789,25,May,more', 'Line 1 has more cells than the first line'],
    ['Ada Lovelace,25', 'Unknown column “Ada Lovelace”'],
    ['', 'The file is empty'],
  ])('%j is refused', (text, message) => {
    expect(() => readBatchFile(text)).toThrow(message)
  })
})

test('a first line that names the columns gives them in its own order', () => {
  expect(rowsOf('Amount,Recipient\n25,ada@example.com')).toEqual([[2, 'ada@example.com', '', '25', '']])
})
