import { expect, test } from 'vitest'
import { amountOfQuantity, choiceProblem, creditableItems, creditedItems, noChoice } from './item-choice'

const money = (amount: string) => ({ amount, currency: 'USD' })
const line = (title: string, quantity: string) => ({
  title,
  quantity,
  price: money('0.00'),
  amount: money('0.00'),
  tax: null,
})
const items = creditableItems(
  [line('Design', '3'), line('Books', '1.5')],
  [
    { chargedMinor: '10000', leftMinor: '10000' },
    { chargedMinor: '5000', leftMinor: '2000' },
  ],
)

test('an item is meant as a whole until a quantity or an amount is typed', () => {
  expect(noChoice(items, 2)).toEqual([
    { isChosen: false, quantity: '3', amount: '100.00' },
    { isChosen: false, quantity: '', amount: '20.00' },
  ])
})

test.each([
  [0, '1', 3_333n],
  [0, '3', 10_000n],
  [0, '0,5', 1_667n],
  [0, '4', 10_000n],
  [1, '1.5', 2_000n],
  [0, '', null],
  [0, '0', null],
  [0, 'all', null],
])('item %i: a quantity of %s comes to %s, at most what is left', (index, quantity, amountMinor) => {
  const item = items[index]
  expect(item && amountOfQuantity(item, quantity)).toBe(amountMinor)
})

test('the chosen items are sent by their places, and their sum is what is refunded', () => {
  const [design, books] = noChoice(items, 2)
  if (!design || !books) throw new Error('two items')
  const choices = [design, { ...books, isChosen: true, amount: '12,50' }]
  expect(creditedItems(choices, 2)).toEqual({ items: [{ item: 2, amount: '12.50' }], totalMinor: 1_250n })
  expect(choiceProblem(items, choices, money('120.00'))).toBeNull()
  expect(choiceProblem(items, choices, money('10.00'))).toBe(
    'The items come to more than the $10.00 that is left',
  )
  expect(choiceProblem(items, [design, books], money('120.00'))).toBe('Choose at least one item')
  const tooMuch = [design, { ...books, isChosen: true, amount: '20.01' }]
  expect(choiceProblem(items, tooMuch, money('120.00'))).toBe('Books: Enter at most 20.00')
  const unreadable = [{ ...design, isChosen: true, amount: 'all' }, books]
  expect(creditedItems(unreadable, 2)).toBeNull()
  expect(choiceProblem(items, unreadable, money('120.00'))).toBe('Design: Enter an amount such as 100.00')
})
