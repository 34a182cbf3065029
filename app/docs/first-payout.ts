const HEADERS = ['-H "Authorization: Bearer $KEY"', "-H 'Content-Type: application/json'"] as const

type Step = {
  id: string
  title: string
  text: string
  command: string
  /** What to do with the answer. */
  afterwards: string
}

/** From an empty account to a payout: commands to paste one after the other. */
export const FIRST_PAYOUT: readonly Step[] = [
  {
    id: 'step-customer',
    title: 'Create a customer',
    text: 'Whom you bill, and whom you pay out to.',
    command: command([
      'curl "$BASE/api/v2/customer"',
      ...HEADERS,
      `-d '{ "name": "Mary Jackson", "email": "mary@example.com" }'`,
    ]),
    afterwards: 'Keep the id of the `customer` in the answer: `CUSTOMER_ID=…`',
  },
  {
    id: 'step-invoice',
    title: 'Send an invoice',
    text: 'Of 100 dollars. The answer has the link that the buyer pays at.',
    command: command([
      'curl "$BASE/api/v2/invoice"',
      ...HEADERS,
      `-d '{ "customer_id": "'$CUSTOMER_ID'", "amount": 100 }'`,
    ]),
    afterwards:
      'Open the `payment_link` in a browser, and pay with the card `4242 4242 4242 4242`, any date in the future and any security code. Then keep the id of the `invoice`: `INVOICE_ID=…`',
  },
  {
    id: 'step-check',
    title: 'See that it is paid',
    text: 'A webhook would have told your server; this is the way to ask.',
    command: command(['curl "$BASE/api/v2/invoice/$INVOICE_ID"', HEADERS[0]]),
    afterwards: 'Its `status` is `Paid`, and your wallet holds 100 dollars. The fee was on top of them.',
  },
  {
    id: 'step-bank-account',
    title: 'Add a bank account',
    text: 'Of the customer. In test mode any number will do.',
    command: command([
      'curl "$BASE/api/v2/customer/$CUSTOMER_ID/bank-account"',
      ...HEADERS,
      [
        `-d '{`,
        '    "email": "mary@example.com",',
        '    "first_name": "Mary",',
        '    "last_name": "Jackson",',
        '    "address": {',
        '      "street_address": "1 Main Street",',
        '      "city": "Hampton",',
        '      "state": "VA",',
        '      "postcode": "23666"',
        '    },',
        '    "bank_details": {',
        '      "account_name": "Mary Jackson",',
        '      "account_number": "123456789012",',
        '      "routing_number": "021000021",',
        '      "bank_name": "First Bank"',
        '    }',
        `  }'`,
      ].join('\n'),
    ]),
    afterwards: 'Keep the id of the `bank_account`: `BANK_ACCOUNT_ID=…`',
  },
  {
    id: 'step-payout',
    title: 'Pay out',
    text: 'The `Idempotency-Key` makes it safe to send this again: it is paid once.',
    command: command([
      'curl "$BASE/api/v2/customer/$CUSTOMER_ID/payout"',
      ...HEADERS,
      "-H 'Idempotency-Key: my-first-payout'",
      `-d '{ "bank_account_id": "'$BANK_ACCOUNT_ID'", "amount": 25.50 }'`,
    ]),
    afterwards: 'The `status` of the `payout` is `PAID`. Your wallet holds 74 dollars and 50 cents.',
  },
]

function command(parts: readonly string[]): string {
  return parts.join(' \\\n  ')
}
