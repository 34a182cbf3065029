import { type Decimal, formatTrimmed, MILLION, toMinor } from './decimals'

/* The quantity of a line item, stored as an integer of millionths; for browser and server. */

const QUANTITY_DECIMALS = 6

/** Far above what any invoice can hold, and a BIGINT of millionths still holds it. */
const MAX_QUANTITY_MICROS = 999_999_999n * MILLION

export const ONE_MICROS = MILLION

/** The quantity in millionths; null if it has more than 6 decimals or is above 999,999,999. */
export function toQuantityMicros(quantity: Decimal): bigint | null {
  const micros = toMinor(quantity, QUANTITY_DECIMALS)
  return micros !== null && micros <= MAX_QUANTITY_MICROS ? micros : null
}

/** A plain decimal without trailing zeros: 2,500,000 millionths are `2.5`. */
export function formatQuantity(quantityMicros: bigint): string {
  return formatTrimmed(quantityMicros, QUANTITY_DECIMALS)
}
