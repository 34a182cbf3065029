import type { AccountToPay } from '@/lib/branding/own-account-fields'
import type { TransferFacts, TransferLine } from '@/lib/documents/document-facts'
import { epcCode } from '@/lib/documents/epc-code'
import { type InvoiceRecord, leftToPayMinor } from './invoice'

type Payable = Pick<
  InvoiceRecord,
  'status' | 'baseAmountMinor' | 'feeAmountMinor' | 'outsideMinor' | 'creditedMinor' | 'currency' | 'number'
>

/**
 * How a buyer pays what is left of an invoice to the vendor's own account: with the invoice's number as the reference, and a
 * code for banking apps if it is euros to an IBAN. Null once nothing is left to pay, or without an account.
 */
export function transferFor(invoice: Payable, account: AccountToPay | null): TransferFacts | null {
  const amountMinor = leftToPayMinor(invoice)
  if (!account || amountMinor === 0n) return null
  const { holder, iban, bic } = account
  const reference = invoice.number
  const isCoded = iban !== null && invoice.currency === 'EUR'
  return {
    lines: transferLines(account, reference),
    code: isCoded ? epcCode({ holder, iban, bic, amountMinor, reference }) : null,
  }
}

/** The vendor's account as it is printed, with the reference of a transfer to it. */
export function transferLines(account: AccountToPay, reference: string): TransferLine[] {
  return Object.entries({ ...account, reference }).flatMap(([name, value]) =>
    value === null ? [] : [{ name: name as TransferLine['name'], value }],
  )
}
