import { type Block, wideTable } from '@/components/docs/content'
import { describeRefusal, type RefusalCode } from '@/lib/http/refusals'

/** Refusals with links to their explanation. Every row repeats the status, because clients branch on it first. */
export function errorTable(label: string, codes: readonly RefusalCode[]): Block {
  return wideTable(
    label,
    ['Status', 'error', 'Code', 'When'],
    codes.map((code) => {
      const { status, message, meaning } = describeRefusal(code)
      return [String(status), `\`${message}\``, `[${code}](/docs/errors/${code})`, meaning ?? '']
    }),
  )
}
