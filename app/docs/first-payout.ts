const HEADERS = ['-H "Authorization: Bearer $KEY"', "-H 'Content-Type: application/json'"] as const

type Step = {
  id: string
  title: string
  text: string
  command: string
  /** The next thing to do, shown below the command. */
  afterwards: string
}

/** From an empty account to a payout: commands to paste one after the other. */
export const FIRST_PAYOUT: readonly Step[] = [
  {
    id: 'step-customer',
    title: 'Create a customer',
    text: 'Customers receive your invoices and your payouts.',
    command: command([
      'curl "$BASE/api/v2/customer"',
      ...HEADERS,
      `-d '{ "name": "Mary Jackson", "email": "mary@example.com" }'`,
    ]),
    afterwards: 'Save the id of the `customer` in the response: `CUSTOMER_ID=…`',
  },
  {
    id: 'step-invoice',
    title: 'Send an invoice',
    text: 'This one is for 100 dollars. The response contains the payment link for the buyer.',
    command: command([
      'curl "$BASE/api/v2/invoice"',
      ...HEADERS,
      `-d '{ "customer_id": "'$CUSTOMER_ID'", "amount": 100 }'`,
    ]),
    afterwards:
      'Open the `payment_link` in a browser and pay with the card `4242 4242 4242 4242`, any future date and any security code. Then save the id of the `invoice`: `INVOICE_ID=…`',
  },
  {
    id: 'step-check',
    title: 'Check that it is paid',
    text: 'With a `webhook_url`, your server would have received a webhook. You can also ask:',
    command: command(['curl "$BASE/api/v2/invoice/$INVOICE_ID"', HEADERS[0]]),
    afterwards: 'The `status` is `Paid`, and your wallet holds 100 dollars. The buyer paid the fee on top.',
  },
  {
    id: 'step-bank-account',
    title: 'Add a bank account',
    text: 'Save the customer’s bank account. In test mode you can use any account number.',
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
    afterwards: 'Save the id of the `bank_account`: `BANK_ACCOUNT_ID=…`',
  },
  {
    id: 'step-payout',
    title: 'Pay out',
    text: 'The `Idempotency-Key` makes this safe to repeat: the money is sent once.',
    command: command([
      'curl "$BASE/api/v2/customer/$CUSTOMER_ID/payout"',
      ...HEADERS,
      "-H 'Idempotency-Key: my-first-payout'",
      `-d '{ "bank_account_id": "'$BANK_ACCOUNT_ID'", "amount": 25.50 }'`,
    ]),
    afterwards: 'The `status` of the `payout` is `PAID`, and your wallet holds 74 dollars and 50 cents.',
  },
]

function command(parts: readonly string[]): string {
  return parts.join(' \\\n  ')
}
