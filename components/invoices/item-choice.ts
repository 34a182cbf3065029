import { amountProblem } from '@/components/forms/amount-problem'
import { formatMoney, type MoneyValue } from '@/components/ui/money'
import { divideHalfUp, formatDecimal, parsePlainDecimal, plainDecimal, toMinor } from '@/lib/money/decimals'
import { toQuantityMicros } from '@/lib/money/quantity'
import type { InvoiceView } from '@/lib/payments/queries'

/** An item of the invoice, with what credit notes have left of it, tax included. */
export type CreditableItem = {
  title: string
  tax: string | null
  /** As on the invoice. */
  quantity: string
  chargedMinor: bigint
  leftMinor: bigint
}

/** An item as it is chosen: its quantity is a way to enter the amount, and blank where that was typed. */
export type ItemChoice = { isChosen: boolean; quantity: string; amount: string }

/** As requests name an item: by its place from 1. */
export type CreditedItem = { item: number; amount: string }

export function creditableItems(
  items: InvoiceView['items'],
  lines: { chargedMinor: string; leftMinor: string }[],
): CreditableItem[] {
  return items.map(({ title, tax, quantity }, index) => ({
    title,
    tax,
    quantity,
    chargedMinor: BigInt(lines[index]?.chargedMinor ?? 0),
    leftMinor: BigInt(lines[index]?.leftMinor ?? 0),
  }))
}

/** Nothing is chosen; an item that is, is meant as a whole. */
export function noChoice(items: CreditableItem[], exponent: number): ItemChoice[] {
  return items.map(({ quantity, chargedMinor, leftMinor }) => ({
    isChosen: false,
    quantity: leftMinor === chargedMinor ? quantity : '',
    amount: formatDecimal(leftMinor, exponent),
  }))
}

/** The chosen items for a request, and their sum in minor units; null where an amount can't be read or nothing is chosen. */
export function creditedItems(
  choices: ItemChoice[],
  exponent: number,
): { items: CreditedItem[]; totalMinor: bigint } | null {
  let totalMinor = 0n
  const items: CreditedItem[] = []
  for (const [index, { isChosen, amount }] of choices.entries()) {
    if (!isChosen) continue
    const plain = plainDecimal(amount)
    const decimal = parsePlainDecimal(plain)
    const minor = decimal && toMinor(decimal, exponent)
    if (minor === null || minor <= 0n) return null
    totalMinor += minor
    items.push({ item: index + 1, amount: plain })
  }
  return items.length > 0 ? { items, totalMinor } : null
}

/** Why the choice can’t be sent; null if it can. */
export function choiceProblem(
  items: CreditableItem[],
  choices: ItemChoice[],
  left: MoneyValue,
): string | null {
  const exponent = exponentOf(left)
  if (!choices.some(({ isChosen }) => isChosen)) return 'Choose at least one item'
  for (const [index, { isChosen, amount }] of choices.entries()) {
    const item = items[index]
    const problem = isChosen && item && amountProblem(plainDecimal(amount), leftOfItem(item, left))
    if (problem) return `${item.title}: ${problem}`
  }
  const credited = creditedItems(choices, exponent)
  return credited && amountProblem(formatDecimal(credited.totalMinor, exponent), left)
    ? `The items come to more than the ${formatMoney(left)} that is left`
    : null
}

/** The decimals that an amount is written with. */
export function exponentOf({ amount }: MoneyValue): number {
  return amount.split('.')[1]?.length ?? 0
}

export function leftOfItem({ leftMinor }: CreditableItem, { amount, currency }: MoneyValue): MoneyValue {
  return { amount: formatDecimal(leftMinor, exponentOf({ amount, currency })), currency }
}

/** The amount of a quantity of the item, at most what is left of it; null for what is no quantity. */
export function amountOfQuantity(item: CreditableItem, quantity: string): bigint | null {
  const [whole, part] = [micros(item.quantity), micros(plainDecimal(quantity))]
  if (!whole || part === null || part <= 0n) return null
  const minor = divideHalfUp(item.chargedMinor * part, whole)
  return minor < item.leftMinor ? minor : item.leftMinor
}

function micros(text: string): bigint | null {
  const decimal = parsePlainDecimal(text)
  return decimal && toQuantityMicros(decimal)
}
