import type { Metadata } from 'next'
import { DocsPage, type DocsSection } from '@/components/docs/docs-page'
import { DocsTable, List, Paragraph } from '@/components/docs/prose'
import { CodeBlock } from '@/components/ui/code-block'
import { CARD_OUTCOMES, PAYOUT_OUTCOMES } from './sandbox-values'

export const metadata: Metadata = {
  title: 'Testing',
  description: 'Test mode, and the cards and account numbers that trigger each outcome.',
}

const SECTIONS: readonly DocsSection[] = [
  { id: 'test-mode', title: 'Test mode', content: <TestMode /> },
  { id: 'paying', title: 'Paying an invoice', content: <Paying /> },
  { id: 'failing-checkout', title: 'Simulating a provider failure', content: <FailingCheckout /> },
  { id: 'payouts', title: 'Payouts', content: <Payouts /> },
  { id: 'webhooks', title: 'Webhooks', content: <Webhooks /> },
  { id: 'before-going-live', title: 'Before you go live', content: <GoingLive /> },
]

export default function TestingPage() {
  return (
    <DocsPage
      path="/docs/testing"
      lead="Try everything without real money, including failures: special cards and account numbers trigger each outcome."
      sections={SECTIONS}
    />
  )
}

function TestMode() {
  return (
    <List
      items={[
        'You have two separate accounts: test and live. The API key decides which one you use, `cf_test_` or `cf_live_`; in the dashboard you switch at the top. Customers, invoices, bank accounts, wallets, webhook secrets and keys belong to one of them only.',
        'Test mode always uses the built-in sandbox: a payment provider and a payout provider that behave like real ones. No money moves, and only webhooks and mail to yourself leave the installation.',
        'Test mail is only sent to your own address, with or without a `+tag` (`you+buyer@example.com`), and says that it is a test. All other mail is kept in the Mailbox.',
        'Everything else works as in live mode: the same checks, ledger, retries and limits. There are two differences: a routing number may be any nine digits, and the rate limit is lower.',
        "Live mode uses the real providers that the operator has configured. Without them you can't create live keys.",
      ]}
    />
  )
}

function Paying() {
  return (
    <>
      <Paragraph>
        Open the `payment_link` of a test invoice and pay with one of these cards, any future date and any
        security code of three or four digits. All other cards are declined, including real ones.
      </Paragraph>
      <DocsTable
        label="Sandbox cards"
        head={['Card', 'Outcome']}
        rows={CARD_OUTCOMES.map(({ number, text }) => [`\`${number}\``, text])}
      />
      <Paragraph>
        A declined card changes the invoice to `Failed` and sends a webhook; the buyer can try again on the
        same page. You can also mark the invoice as paid in the dashboard, or ask the operator to run the
        command below. The wallet and the webhook are the same as after a card payment.
      </Paragraph>
      <CodeBlock
        what="the operator command"
        code={'npm run --silent admin -- invoice mark-paid --invoice $INVOICE_ID'}
      />
      <Paragraph>
        To test `Unpaid`, create an invoice with a `due_date` in the past. It becomes overdue within a minute.
      </Paragraph>
    </>
  )
}

function FailingCheckout() {
  return (
    <>
      <Paragraph>
        If the part of the email address before the @ ends in `+checkout_` and a status from 400 to 599, the
        payment provider fails with that status. The request below gets 502 `Payment provider error (503)`,
        and no invoice is created:
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
        Fund your wallet by paying a test invoice. The `account_number` decides the outcome of a payout.
        Payouts to any other number are delivered at once.
      </Paragraph>
      <DocsTable
        label="Sandbox bank accounts"
        className="min-w-[38rem]"
        head={['Account number', 'Scenario', 'Outcome']}
        rows={PAYOUT_OUTCOMES.map(({ number, code, text }) => [`\`${number}\``, `\`${code}\``, text])}
      />
      <Paragraph>
        A refused payout answers, for example, `sandbox error: no_account: There is no bank account with this
        number`. The service checks a payout in progress after 15 seconds, then less and less often, and a
        delivered one after 10 minutes. The operator can check them all now:
      </Paragraph>
      <CodeBlock what="the operator command" code="npm run --silent admin -- payout reconcile" />
    </>
  )
}

function Webhooks() {
  return (
    <Paragraph>
      Test invoices send webhooks like live ones, signed with your test secret. A receiver on your own machine
      is refused unless the installation runs with `WEBHOOKS_ALLOW_PRIVATE=1`. Set it only where you develop.
    </Paragraph>
  )
}

function GoingLive() {
  return (
    <List
      items={[
        'Your receiver verifies signatures, deduplicates events by `webhook-id`, and orders them by `webhook-sequence`.',
        'Each payout has an `Idempotency-Key` from your own records, and you repeat a request without a response with the same key.',
        'You wait for a payout that is `PROCESSING` and never send it again. A person looks at a refusal (502).',
        'You respect `Retry-After` after a 429.',
        'Your live key is in your secret store, not in your source code or in a URL.',
      ]}
    />
  )
}
