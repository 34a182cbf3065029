import { type DocsPage, list, steps, wideTable } from '@/components/docs/content'

export const PAYOUTS: DocsPage = {
  path: '/docs/payouts',
  title: 'Payouts',
  lead: 'A payout sends money from your wallet to a customer’s bank account, within seconds. It is never sent twice, and never marked as failed on a guess.',
  sections: () => [
    {
      id: 'sending',
      title: 'Sending one',
      blocks: [
        steps([
          '[Add a bank account](/docs/api/add-bank-account) to the customer, once.',
          'Choose an `Idempotency-Key` from your own records, such as the id of the withdrawal, and store it before you send anything.',
          '[Pay out](/docs/api/create-payout) with that key. If no answer arrives, send the same request with the same key again.',
        ]),
        'The amount leaves your available balance with the request. `PAID` means delivered.',
      ],
    },
    {
      id: 'batches',
      title: 'Many from one file',
      blocks: [
        'In the dashboard, **Payouts → Batches** takes a CSV file of up to 1,000 rows. The first line names the columns:',
        wideTable(
          'Columns of the file',
          ['Column', 'Contents'],
          [
            ['`recipient`', 'A customer’s email or ID.'],
            [
              '`bank account`',
              'Its last 4 digits or ID. Can stay empty for a customer with one bank account.',
            ],
            ['`amount`', 'In dollars, such as `25` or `1,250.00`. In quotes if it has a comma.'],
            ['`reference`', 'Optional. The payout’s `metadata` has it as `reference`.'],
          ],
        ),
        list([
          'Every row is checked before anything moves. A row with a problem says why; fix it, remove it, or pay the valid rows without it.',
          'You confirm the number of payouts and their sum once. Both must be within your balance and your daily limit.',
          'Each row is a payout of its own. The page shows how far they are, and you can leave it.',
          'A row that failed can be tried again: nothing was paid for it. A row whose payout has no outcome yet can’t.',
        ]),
      ],
    },
    {
      id: 'scheduling',
      title: 'On a later day',
      blocks: [
        'In the dashboard, a new payout takes a day to send it on, up to a year ahead. It is sent when that day begins in UTC.',
        list([
          '**Payouts → Scheduled** lists them. Until one is sent, you can change or cancel it.',
          'Nothing is reserved for it. If the balance or a limit doesn’t cover it on its day, it is not sent: you get an email with the reason, and can give it a new day.',
          'In test mode, [advancing the clock](/docs/testing) brings the day closer.',
        ]),
      ],
    },
    {
      id: 'statuses',
      title: 'Statuses',
      blocks: [
        wideTable(
          'Payout statuses',
          ['Status', 'Meaning', 'Can become'],
          [
            [
              '`PROCESSING`',
              'The provider has not confirmed yet. The amount is on hold.',
              '`PAID`, `FAILED`',
            ],
            ['`PAID`', 'Delivered.', '`RETURNED`, rarely'],
            ['`FAILED`', 'Refused. The amount is back in your credit wallet.', 'none'],
            [
              '`RETURNED`',
              'Delivered, then sent back by the bank. The amount is back in your credit wallet.',
              'none',
            ],
          ],
        ),
        'While the provider gives no clear answer, the payout stays `PROCESSING`, and the service keeps asking until it knows.',
      ],
    },
    {
      id: 'failures',
      title: 'Each failure, and what to do',
      blocks: [
        'The account numbers make each of them happen in [test mode](/docs/testing#payouts).',
        wideTable(
          'Failures of a payout',
          ['What you see', 'What happened', 'What to do', 'Test account'],
          [
            [
              '400 with `error`',
              'The request was refused before anything moved: a field, a [limit](/docs/limits) or the balance.',
              'Correct the request. The same key may be used again.',
              '',
            ],
            [
              '502 with a JSON `error` and an `X-Request-Id`',
              'The provider refused the transfer. The money is already back in your wallet. This is final for this attempt.',
              'Let a person look at the reason, such as `account_closed`. Once it is fixed, the same request with the same key is a fresh attempt.',
              '`000111111116`, `000111111113`, `000222222227`',
            ],
            [
              '502 without them',
              'It comes from a proxy in between and says nothing about the payout.',
              'Repeat the request with the same key.',
              '',
            ],
            [
              'No answer, 500, 503 or 504',
              'The request may have been carried out.',
              'Repeat it with the same key: you get the payout as it is now, and it is paid once.',
              '',
            ],
            [
              '200 with `PROCESSING`',
              'The provider’s answer is missing. The money is on hold.',
              'Wait, and [get the payout](/docs/api/get-payout) or repeat the request with the same key to learn the outcome. Don’t send it with another key.',
              '`000444444440` becomes `PAID`, `000555555559` becomes `FAILED`',
            ],
            [
              '`PAID`, later `RETURNED`',
              'The receiving bank sent the money back. It is in your wallet again.',
              'Ask the customer for another account.',
              '`000666666661`',
            ],
          ],
        ),
      ],
    },
    {
      id: 'two-people',
      title: 'Payouts that take two people',
      blocks: [
        'The owner can set an amount from which payouts wait for a second person, in [Settings, Security](/settings/security). It counts in both modes, and needs two members who may approve: owner, admin or finance.',
        list([
          'A payout of this amount or more that somebody requests in the dashboard waits under [Payouts](/payouts). Nothing is sent or on hold meanwhile. Everybody who may approve is told by email.',
          'Another owner, admin or finance member approves it, which sends it at once, or rejects it. The person who requested it can only cancel it. After 7 days it expires.',
          'A batch counts by its sum, which the second person approves or sends back. Everybody who may approve it is told by email.',
          'A scheduled payout of this amount is sent on its day if somebody has approved it by then, and otherwise as soon as they do. It does not expire.',
          'The balance and the daily limit count when it is approved. If they are short then, it goes on waiting.',
          'API keys can’t send such payouts: they are refused with 403 and `payout_needs_approval`.',
          'Only the owner can change the amount, and every owner and admin is told. Payouts that wait go on waiting.',
        ]),
      ],
    },
    {
      id: 'following',
      title: 'Following a payout',
      blocks: [
        list([
          '[Get the payout](/docs/api/get-payout) by its id. A failed one says why in `failure`.',
          'Without the id, repeat the request with the same key. The answer has the payout as it is now; it never pays twice. Payout keys are kept forever.',
          '[List payouts](/docs/api/list-payouts) by customer and status, for example all that are `PROCESSING`.',
          'The dashboard’s page of a payout shows every step, with the entries of the ledger.',
        ]),
      ],
    },
  ],
}
