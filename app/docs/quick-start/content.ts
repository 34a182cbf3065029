import { type Block, code, type DocsPage, heading, list } from '@/components/docs/content'

/** Everything that a terminal needs before the first command. */
const SHELL_SETUP = `field() { grep -o "\\"$1\\":\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }
post() { P=$1; shift; curl -sS "$BASE/api/v2/$P" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }
RUN=$(od -An -N4 -tx1 /dev/urandom | tr -d ' \\n')`

type Step = { id: string; title: string; before: readonly string[]; command: string; after: string }

/** From an empty account to a payout: commands to paste one after the other, as often as one likes. */
const QUICK_START: readonly Step[] = [
  {
    id: 'step-customer',
    title: 'Create a customer',
    before: [
      'Customers receive your invoices and your payouts. Email addresses are unique, so this one contains the random `RUN`.',
    ],
    command: `CUSTOMER=$(post customer -d '{ "name": "Mary Jackson", "email": "mary+'$RUN'@example.com" }')
CUSTOMER_ID=$(echo "$CUSTOMER" | field id)
echo "$CUSTOMER"`,
    after: 'The answer has the new customer. Its id is now in `CUSTOMER_ID`.',
  },
  {
    id: 'step-invoice',
    title: 'Create an invoice',
    before: ['This one is for 100 dollars.'],
    command: `INVOICE=$(post invoice -H "Idempotency-Key: order-$RUN" -d '{ "customer_id": "'$CUSTOMER_ID'", "amount": 100 }')
INVOICE_ID=$(echo "$INVOICE" | field id)
LINK=$(echo "$INVOICE" | field payment_link)
echo "$LINK"`,
    after: 'The last line is the payment link, which you would send to the buyer.',
  },
  {
    id: 'step-pay',
    title: 'Pay it',
    before: [
      'Open the link in a browser and pay with the card `4242 4242 4242 4242`, any future date and any security code. Or let test mode pay it:',
    ],
    command: `post "test/invoice/$INVOICE_ID/pay" -d '{ "outcome": "paid" }'`,
    after:
      'The `status` of the invoice is `Paid`, and your wallet holds 100 dollars. The buyer paid the fee on top.',
  },
  {
    id: 'step-bank-account',
    title: 'Add a bank account',
    before: [
      'In test mode any account number works, apart from [those that fail on purpose](/docs/testing#payouts).',
    ],
    command: `BANK_ACCOUNT=$(post "customer/$CUSTOMER_ID/bank-account" -d '{
  "email": "mary@example.com",
  "first_name": "Mary",
  "last_name": "Jackson",
  "address": { "street_address": "1 Main Street", "city": "Hampton", "state": "VA", "postcode": "23666" },
  "bank_details": { "account_name": "Mary Jackson", "account_number": "123456789012", "routing_number": "021000021", "bank_name": "First Bank" }
}')
BANK_ACCOUNT_ID=$(echo "$BANK_ACCOUNT" | field id)
echo "$BANK_ACCOUNT"`,
    after: 'The answer shows the last four digits only, as every later one will.',
  },
  {
    id: 'step-payout',
    title: 'Pay out',
    before: [
      'The `Idempotency-Key` makes the request safe to repeat: run the command twice, and the money is sent once.',
    ],
    command: `post "customer/$CUSTOMER_ID/payout" -H "Idempotency-Key: payout-$RUN" -d '{ "bank_account_id": "'$BANK_ACCOUNT_ID'", "amount": 25.50 }'`,
    after: 'The `status` of the `payout` is `PAID`. Your wallet has $74.50 left.',
  },
]

export const QUICK_START_PAGE: DocsPage = {
  path: '/docs/quick-start',
  title: 'Quick start',
  lead: 'From an empty account to a payout in five steps. You need a POSIX shell with `curl`; paste the lines in order. You can run all of it again.',
  sections: ({ url }) => [
    {
      id: 'setup',
      title: 'Set up the shell',
      blocks: [
        'Create a test key in the dashboard, under [Developers → API keys](/settings/api-keys), and put it in place of `YOUR_API_KEY`.',
        code('sh', 'the variables', `BASE=${url}\nKEY=YOUR_API_KEY`),
        'Two functions and a random name for this run: `post` sends JSON to the API, and `field` picks a field from an answer.',
        code('sh', 'the functions', SHELL_SETUP),
      ],
    },
    { id: 'first-payout', title: 'Your first payout', blocks: QUICK_START.flatMap(blocksOf) },
    {
      id: 'next',
      title: 'Next steps',
      blocks: [
        list([
          'Give an invoice a `webhook_url` and [receive its webhook](/docs/webhooks), also on your own machine.',
          'See what every [failure of a payout](/docs/payouts#failures) looks like before it happens.',
          'Find your requests in the dashboard under [Developers, Request log](/developers/requests).',
        ]),
      ],
    },
  ],
}

function blocksOf({ id, title, before, command, after }: Step, index: number): Block[] {
  return [
    heading(id, `${index + 1}. ${title}`),
    ...before,
    code('sh', `the commands of step ${index + 1}`, command),
    after,
  ]
}
