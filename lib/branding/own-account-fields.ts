import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'
import { compact, groupedIban, isBic, isIban } from '@/lib/money/iban'
import { isRoutingNumber } from '@/lib/money/routing-number'

/** The longest name that fits a code for a transfer in euros (EPC069-12). */
const MAX_HOLDER_CHARACTERS = 70

const plainText = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, `At most ${limit} characters`)
    .refine(...noControlCharacters)

/** The vendor's own bank account as typed: an IBAN or a US account, empty where there is nothing to print. */
const formFields = z.object({
  isShown: z.boolean(),
  kind: z.enum(['iban', 'us']),
  holder: plainText(MAX_HOLDER_CHARACTERS),
  bankName: plainText(120),
  iban: plainText(60),
  bic: plainText(20),
  routingNumber: plainText(20),
  accountNumber: plainText(30),
})

export type OwnAccountFields = z.infer<typeof formFields>

/** Its numbers as they are stored: without spaces, and those of the other kind of account left out. */
export function withoutSpaces(fields: OwnAccountFields): OwnAccountFields {
  const isUs = fields.kind === 'us'
  return {
    ...fields,
    iban: isUs ? '' : compact(fields.iban),
    bic: isUs ? '' : compact(fields.bic),
    routingNumber: isUs ? compact(fields.routingNumber) : '',
    accountNumber: isUs ? compact(fields.accountNumber) : '',
  }
}

/** Shared by form and service. Empty details can be saved, but not shown. */
export const ownAccountFields = formFields.superRefine((fields, context) => {
  const complain = (path: keyof OwnAccountFields, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const { isShown, kind, holder, iban, bic, routingNumber, accountNumber } = withoutSpaces(fields)
  const isWanted = isShown || iban + bic + routingNumber + accountNumber !== ''
  if (!isWanted) return
  if (holder === '') complain('holder', 'Enter the account holder')
  if (kind === 'iban') {
    if (!isIban(iban)) complain('iban', 'Check the IBAN: its length or check digits are not right')
    if (bic !== '' && !isBic(bic)) complain('bic', 'A BIC has 8 or 11 letters and digits')
    return
  }
  if (!isRoutingNumber(routingNumber, { checksum: true })) {
    complain('routingNumber', 'Check the routing number: its 9 digits are not right')
  }
  if (!/^\d{4,17}$/.test(accountNumber)) complain('accountNumber', 'Enter 4 to 17 digits')
})

export const NO_OWN_ACCOUNT: OwnAccountFields = {
  isShown: false,
  kind: 'iban',
  holder: '',
  bankName: '',
  iban: '',
  bic: '',
  routingNumber: '',
  accountNumber: '',
}

/** An account that customers are asked to pay to, as it is printed. */
export type AccountToPay = {
  holder: string
  bankName: string | null
  iban: string | null
  bic: string | null
  routingNumber: string | null
  accountNumber: string | null
}

/** The account as customers see it; null where none is shown. */
export function accountToPay(fields: OwnAccountFields): AccountToPay | null {
  if (!fields.isShown) return null
  const { holder, bankName, iban, bic, routingNumber, accountNumber } = fields
  return {
    holder,
    bankName: bankName || null,
    iban: iban ? groupedIban(iban) : null,
    bic: bic || null,
    routingNumber: routingNumber || null,
    accountNumber: accountNumber || null,
  }
}
