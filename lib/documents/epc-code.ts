const MAX_MINOR = 99_999_999_999n
const MAX_REFERENCE_CHARACTERS = 140

type Transfer = {
  /** At most 70 characters. */
  holder: string
  iban: string
  bic: string | null
  /** Euro cents, above zero. */
  amountMinor: bigint
  reference: string
}

/**
 * The text of a QR code from which a banking app fills in a SEPA credit transfer in euros: version 2 of EPC069-12, in UTF-8.
 * Null for an amount that such a code can't carry.
 */
export function epcCode({ holder, iban, bic, amountMinor, reference }: Transfer): string | null {
  if (amountMinor <= 0n || amountMinor > MAX_MINOR) return null
  const cents = String(amountMinor).padStart(3, '0')
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    holder,
    iban.replaceAll(' ', ''),
    `EUR${cents.slice(0, -2)}.${cents.slice(-2)}`,
    // No purpose, and a reference in plain words instead of a structured one.
    '',
    '',
    reference.slice(0, MAX_REFERENCE_CHARACTERS),
  ]
  return lines.join('\n')
}
