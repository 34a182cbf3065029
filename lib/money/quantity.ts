import { type Decimal, formatTrimmed, MILLION, toMinor } from './decimals'

/* The quantity of a line item, kept as an integer of millionths; in the browser as on the server. */

const QUANTITY_DECIMALS = 6

/** Far above what any invoice can hold: keeps a quantity inside a BIGINT of millionths. */
const MAXIMUM_QUANTITY_MICROS = 999_999_999n * MILLION

export const ONE_MICROS = MILLION

/** The quantity in millionths; null when it has more than 6 decimals or is above 999,999,999. */
export function toQuantityMicros(quantity: Decimal): bigint | null {
  const micros = toMinor(quantity, QUANTITY_DECIMALS)
  return micros !== null && micros <= MAXIMUM_QUANTITY_MICROS ? micros : null
}

/** A plain decimal without needless zeros: 2,500,000 millionths are `2.5`. */
export function formatQuantity(quantityMicros: bigint): string {
  return formatTrimmed(quantityMicros, QUANTITY_DECIMALS)
}
