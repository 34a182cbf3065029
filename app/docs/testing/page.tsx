import type { Metadata } from 'next'
import { DocsPage, type DocsSection } from '@/components/docs/docs-page'
import { DocsTable, List, Paragraph } from '@/components/docs/prose'
import { CodeBlock } from '@/components/ui/code-block'
import { CARD_OUTCOMES, PAYOUT_OUTCOMES } from './sandbox-values'

export const metadata: Metadata = {
  title: 'Testing',
  description: 'Test mode, and the numbers that make the sandbox do what you want to see.',
}

const SECTIONS: readonly DocsSection[] = [
  { id: 'test-mode', title: 'Test mode', content: <TestMode /> },
  { id: 'paying', title: 'Paying an invoice', content: <Paying /> },
  { id: 'failing-checkout', title: 'A payment provider that fails', content: <FailingCheckout /> },
  { id: 'payouts', title: 'Payouts', content: <Payouts /> },
  { id: 'webhooks', title: 'Webhooks', content: <Webhooks /> },
  { id: 'before-going-live', title: 'Before you go live', content: <GoingLive /> },
]

export default function TestingPage() {
  return (
    <DocsPage
      path="/docs/testing"
      lead="Everything can be tried without money, failures too: certain numbers make the sandbox behave in certain ways."
      sections={SECTIONS}
    />
  )
}

function TestMode() {
  return (
    <List
      items={[
        'You have two accounts that know nothing of each other: test and live. The key decides, `cf_test_` or `cf_live_`; in the dashboard it is the switch at the top. Customers, invoices, bank accounts, wallets, webhook secrets and keys are in one of them only.',
        'Test mode is always served by the built-in sandbox: a payment and a payout provider that behave like outside ones. No money moves, and nothing leaves the installation but webhooks and mail to yourself.',
        'Mail of test mode goes to your own address alone, with or without a `+tag` (`you+buyer@example.com`), and says that it is a test. All other mail is kept, and shows under Mailbox.',
        'Everything else is the real thing: the same checks, ledger, retries and limits. Two differences: a routing number may be any nine digits, and the rate limit is lower.',
        "Live mode goes through the real providers that the operator has configured. Where there are none, live keys can't be made.",
      ]}
    />
  )
}

function Paying() {
  return (
    <>
      <Paragraph>
        Open the `payment_link` of a test invoice and pay with one of these cards. Any date in the future will
        do, and any security code of three or four digits. Any other card is declined, a real one too.
      </Paragraph>
      <DocsTable
        label="Sandbox cards"
        head={['Card', 'What happens']}
        rows={CARD_OUTCOMES.map(({ number, text }) => [`\`${number}\``, text])}
      />
      <Paragraph>
        A declined card makes the invoice `Failed`, with a webhook; the buyer can try again on the same page.
        Or pay without the page: mark the invoice as paid in the dashboard, or let the operator do it. Wallet
        and webhook are the same as after a payment by card.
      </Paragraph>
      <CodeBlock
        what="the operator's command"
        code={'npm run --silent admin -- invoice mark-paid --invoice $INVOICE_ID'}
      />
      <Paragraph>
        To see `Unpaid`, create an invoice with a `due_date` in the past: it is overdue within a minute.
      </Paragraph>
    </>
  )
}

function FailingCheckout() {
  return (
    <>
      <Paragraph>
        An email address whose part before the @ ends in `+checkout_` and a status from 400 to 599 makes the
        provider refuse with that status. This is answered 502 `Payment provider error (503)`, and no invoice
        is made:
      </Paragraph>
      <CodeBlock
        what="the request"
        code={[
          'curl "$BASE/api/v2/invoice" \\',
          '  -H "Authorization: Bearer $KEY" \\',
          "  -H 'Content-Type: application/json' \\",
          `  -d '{ "email": "mary+checkout_503@example.com", "amount": 25 }'`,
        ].join('\n')}
      />
    </>
  )
}

function Payouts() {
  return (
    <>
      <Paragraph>
        Fill the wallet by paying a test invoice. What becomes of a payout depends on the `account_number` it
        goes to; any number that is not listed is delivered to at once.
      </Paragraph>
      <DocsTable
        label="Sandbox bank accounts"
        className="min-w-[38rem]"
        head={['Account number', 'Scenario', 'What happens']}
        rows={PAYOUT_OUTCOMES.map(({ number, code, text }) => [`\`${number}\``, `\`${code}\``, text])}
      />
      <Paragraph>
        A refusal reads `sandbox error: no_account: There is no bank account with this number`. What is not
        settled is asked about after 15 seconds, then less and less often; a delivered payout is looked at
        again after 10 minutes. The operator can have it done now:
      </Paragraph>
      <CodeBlock what="the operator's command" code="npm run --silent admin -- payout reconcile" />
    </>
  )
}

function Webhooks() {
  return (
    <Paragraph>
      Test invoices send webhooks like live ones, signed with the secret of test mode. A receiver on your own
      machine is refused unless the installation runs with `WEBHOOKS_ALLOW_PRIVATE=1`: set it where you
      develop, and nowhere else.
    </Paragraph>
  )
}

function GoingLive() {
  return (
    <List
      items={[
        'Your receiver verifies signatures, knows events by `webhook-id` and their order by `webhook-sequence`.',
        'Each payout has an `Idempotency-Key` from your own records, and a request that got no answer is repeated with the same key.',
        'A payout that is `PROCESSING` is waited for, never paid again. A refusal, 502, is shown to a person.',
        '429 is waited out, by `Retry-After`.',
        'The live key is in your secret store, not in your sources, and not in an address.',
      ]}
    />
  )
}
