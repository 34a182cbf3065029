import type { CardFormTexts, DeclineReason } from './texts/pay-texts'

/** The words for a decline code of the provider's: its own where there are any, else the general ones. */
export function declineText({ declines }: CardFormTexts, code: string | null): string {
  return code !== null && Object.hasOwn(declines, code) ? declines[code as DeclineReason] : declines.other
}
