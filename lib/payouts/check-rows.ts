import { type Queryable, statement } from '@/lib/db/statement'
import { isId } from '@/lib/ids'
import { parsePlainDecimal, plainDecimal, toMinor } from '@/lib/money/decimals'
import { formatMajor } from '@/lib/money/money'
import type { Account } from '@/lib/vendors/account'
import type { PayoutCells } from './batch-file'

type Recipient = {
  id: string
  name: string
  email: string
  emailKey: string
  bankAccounts: { id: string; bankName: string; last4: string }[]
}

/** The payment that a row of a batch asks for, as far as the row says; `problem` is why it can't be paid. */
export type CheckedRow = {
  customer: Recipient | null
  bankAccount: Recipient['bankAccounts'][number] | null
  amountMinor: bigint | null
  problem: string | null
}

const USD_EXPONENT = 2
/** The last digits as the dashboard shows them: `•••• 6789`, also with dots or stars. */
const LAST_DIGITS = /^[•·.*x\s]*(\d{4})$/i

/** Checks rows before anything moves, in one statement however many there are. Returns one for each. */
export async function checkRows(on: Queryable, account: Account, rows: PayoutCells[]): Promise<CheckedRow[]> {
  const texts = rows.map(({ recipient }) => recipient)
  const recipients = await findRecipients(on, account.id, texts)
  const firstLines = new Map<string, number>()
  return rows.map((row, index) => {
    const recipient = resolve(recipients, account, row)
    if ('problem' in recipient) return { customer: null, bankAccount: null, amountMinor: null, ...recipient }
    const { customer, bankAccount, amountMinor } = recipient
    const payment = [bankAccount.id, amountMinor, row.reference].join(' ')
    const earlier = firstLines.get(payment)
    if (earlier === undefined) firstLines.set(payment, index)
    const problem =
      earlier === undefined
        ? null
        : 'The same payout is in this file already. If both are meant, give each its own reference'
    return { customer, bankAccount, amountMinor, problem }
  })
}

type Resolution =
  | { problem: string; customer?: Recipient }
  | { customer: Recipient; bankAccount: Recipient['bankAccounts'][number]; amountMinor: bigint }

function resolve(recipients: Recipients, account: Account, row: PayoutCells): Resolution {
  if (row.recipient === '') return { problem: 'The recipient is missing' }
  const customer = recipients.get(row.recipient.toLowerCase())
  if (!customer) return { problem: 'No customer has this ID or email' }
  const bankAccount = bankAccountOf(customer, row.bankAccount)
  if (typeof bankAccount === 'string') return { customer, problem: bankAccount }
  const amountMinor = amountOf(row.amount, account)
  if (typeof amountMinor === 'string') return { customer, problem: amountMinor }
  return { customer, bankAccount, amountMinor }
}

/** The account that the cell means, or the problem. */
function bankAccountOf(
  { bankAccounts }: Recipient,
  text: string,
): Recipient['bankAccounts'][number] | string {
  const [first] = bankAccounts
  if (!first) return 'This customer has no bank account'
  if (text === '') {
    return bankAccounts.length === 1
      ? first
      : `This customer has ${bankAccounts.length} bank accounts. Give the last 4 digits of one`
  }
  const last4 = LAST_DIGITS.exec(text)?.[1]
  if (!isId(text) && !last4) return 'Give the bank account by its ID or its last 4 digits'
  const [recipient, another] = bankAccounts.filter(({ id, last4: own }) =>
    last4 ? own === last4 : id === text.toLowerCase(),
  )
  if (another) return `This customer has several bank accounts ending in ${last4}. Give the ID of one`
  return recipient ?? 'This customer has no such bank account'
}

/** US cents, or the problem. */
function amountOf(text: string, { payoutLimitMinor }: Account): bigint | string {
  if (text === '') return 'The amount is missing'
  const decimal = parsePlainDecimal(plainDecimal(text.replace(/^\$\s*/, '')))
  const amountMinor = decimal && toMinor(decimal, USD_EXPONENT)
  if (amountMinor === null) return 'The amount must look like 25 or 1,250.00'
  if (amountMinor <= 0n) return 'The amount must be above zero'
  if (amountMinor <= payoutLimitMinor) return amountMinor
  return `The limit per payout is $${formatMajor(payoutLimitMinor, 'USD')}`
}

/** By id and by email, both in lower case. */
type Recipients = Map<string, Recipient>

/** The customers with these ids or emails, with their bank accounts. */
export async function findRecipients(on: Queryable, accountId: string, texts: string[]): Promise<Recipients> {
  const named = [...new Set(texts.map((text) => text.toLowerCase()))]
  const recipients = await findByIdOrEmail(on, { accountId, ids: named.filter(isId), emailKeys: named })
  return new Map(
    recipients.flatMap((recipient) => [
      [recipient.id, recipient] as const,
      [recipient.emailKey, recipient] as const,
    ]),
  )
}

const findByIdOrEmail = statement<{ accountId: string; ids: string[]; emailKeys: string[] }, Recipient>(
  'find_payout_recipients',
  `SELECT customers.id, customers.name, customers.email, customers.email_key AS "emailKey",
          accounts.list AS "bankAccounts"
     FROM (SELECT id FROM customers WHERE account_id = :accountId::uuid AND id = ANY (:ids::uuid[])
           UNION
           SELECT id FROM customers WHERE account_id = :accountId::uuid AND email_key = ANY (:emailKeys::text[]) AND archived_at IS NULL) AS named
     JOIN customers ON customers.account_id = :accountId::uuid AND customers.id = named.id AND customers.archived_at IS NULL
      AND NOT customers.is_self
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('id', id, 'bankName', bank_name, 'last4', account_number_last4)
                               ORDER BY id), '[]') AS list
        FROM bank_accounts WHERE account_id = :accountId::uuid AND customer_id = customers.id AND archived_at IS NULL) AS accounts`,
)
