/* Free of everything else, for the payee's page. */

/** Nine digits; with `checksum`, also the ABA checksum. */
export function isRoutingNumber(text: string, { checksum }: { checksum: boolean }): boolean {
  if (!/^\d{9}$/.test(text)) return false
  if (!checksum) return true
  const weights = [3, 7, 1]
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0)
  return sum > 0 && sum % 10 === 0
}
