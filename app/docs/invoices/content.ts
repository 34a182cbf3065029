import { type DocsPage, list, wideTable } from '@/components/docs/content'

export const INVOICES: DocsPage = {
  path: '/docs/invoices',
  title: 'Invoices',
  lead: 'An invoice has a payment link. When the buyer has paid, its base amount is in your wallet.',
  sections: () => [
    {
      id: 'creating',
      title: 'Creating one',
      blocks: [
        '[Create an invoice](/docs/api/create-invoice) for a customer with an `amount`, or with `items` that add up to it. Send the `payment_link` of the answer to the buyer; with mail set up, the service mails it too.',
        list([
          'With `email` instead of `customer_id`, the customer with that address is used, or created if there is none.',
          'Without a `due_date`, the invoice is due 30 days from today.',
          'After paying, the buyer is sent to your `redirect_url` if there is one. Don’t ship because somebody arrives there: anyone can open that address. Wait for the [webhook](/docs/webhooks), or check the invoice.',
          '[List invoices](/docs/api/list-invoices) finds one by customer, email, status or the `transaction_id` of the buyer’s redirect.',
          'Send an `Idempotency-Key`, such as the id of your order, so that a repeated request creates no second invoice.',
        ]),
      ],
    },
    {
      id: 'statuses',
      title: 'Statuses',
      blocks: [
        wideTable(
          'Invoice statuses',
          ['Status', 'Meaning', 'Can become'],
          [
            ['`Invoice Created`', 'Not paid yet.', '`Paid`, `Failed`, `Unpaid`'],
            [
              '`Failed`',
              'The last payment attempt was declined. The buyer can try again.',
              '`Paid`, `Unpaid`',
            ],
            [
              '`Unpaid`',
              'Past its due date (UTC). The buyer can still pay; a declined payment leaves it `Unpaid`.',
              '`Paid`',
            ],
            ['`Paid`', 'Paid. The base amount is in your credit wallet.', 'none'],
          ],
        ),
        "Every change is sent to the invoice's `webhook_url`, if it has one. An invoice can't be paid twice: a second tab sees that it is paid, or that a payment is in progress.",
      ],
    },
    {
      id: 'money',
      title: 'Amounts and the fee',
      blocks: [
        list([
          'A line item costs `qty` times `price`, rounded half up to the minor unit. `qty` may have up to six decimals. An invoice may have up to 100 items and a total of up to 999,999,999.99 before the fee, in any currency.',
          'The customer fee is a percentage of the base amount, rounded half up, plus a fixed part: 2.9% + 0.30 USD, unless the operator has set other terms for you. Only USD invoices have the fixed part. `amount` = `base_amount` + fee.',
          'When an invoice is paid, its base amount is added to your credit wallet in that currency. Payouts come out of the USD wallet. Currencies are never converted.',
        ]),
        'For example, 1.5 hours at 80 plus travel at 34.50 add up to a base amount of 154.50. The fee is 4.48 (2.9%) plus 0.30. The buyer pays 159.28, and your wallet gets 154.50.',
        'In live mode the money of a paid invoice is on hold for some days before it is available. The operator sets how many; the [wallet](/wallet) shows both amounts.',
      ],
    },
    {
      id: 'recurring',
      title: 'Recurring invoices',
      blocks: [
        'Bill a customer the same every week, month or year under [Invoices → Recurring](/invoices/recurring). Each invoice is created on its day like one that you write yourself: with the next number, an email to the customer and the event `invoice.created`. Or it is left as a draft that you send.',
        list([
          'Days begin at midnight UTC. In a month without the 29th, 30th or 31st, the invoice comes on the last day; in the next month it is on the usual day again.',
          'The number of days until an invoice is due counts from the day on which it is sent. It has the fee of that day.',
          'A change applies from the next invoice on. While a recurring invoice is paused nothing is sent, and what was missed is skipped when you resume it. Ending it is for good.',
          'After an outage of the service, invoices of the last 92 days are sent in order; older ones are skipped, and its page says how many.',
          'It stops, and you get an email that says why, when your account is banned, live mode is not approved, the payment provider has accepted no invoice for three days, its details are no longer valid, or you have too many drafts. Resume it when that is settled.',
          'In test mode the [test clock](/docs/testing) moves recurring invoices too: a year of them takes a second.',
        ]),
      ],
    },
    {
      id: 'failures',
      title: 'When it goes wrong',
      blocks: [
        list([
          'The card is declined: the buyer sees why and can try another one. The invoice becomes `Failed` and a webhook says so. There is nothing for you to do.',
          'The buyer never pays: after the due date the invoice becomes `Unpaid`. Its link keeps working.',
          'The payment provider can’t open a checkout session: 502 [`payment_provider_failed`](/docs/errors/payment_provider_failed). No invoice was created; send the request again with the same `Idempotency-Key`.',
          'The buyer wants the money back: [refund the invoice](/docs/api/refund-invoice), in whole or in part. The amount is taken from your wallet; the fee is kept.',
          'The buyer disputes the payment: the amount is taken from your wallet until the dispute is decided, and so is the fee that the payment provider charges for a dispute, if any. The fee comes back only if the provider returns it. Where the wallet doesn’t cover them, your next income does, and payouts wait until then.',
        ]),
      ],
    },
  ],
}
