import type { Metadata } from 'next'
import { DocsPage, type DocsSection } from '@/components/docs/docs-page'
import { LINK_STYLE, List, Paragraph, SubHeading } from '@/components/docs/prose'
import { CodeBlock } from '@/components/ui/code-block'
import { Link } from '@/components/ui/link'
import { FIRST_PAYOUT } from './first-payout'
import { ShellVariables } from './shell-variables'

export const metadata: Metadata = {
  // Absolute, because the layout's title template is for its child pages.
  title: { absolute: 'Documentation · Counterfoil' },
  description: 'What Counterfoil does, and your first payout in five commands.',
}

const SECTIONS: readonly DocsSection[] = [
  { id: 'what-it-does', title: 'What it does', content: <WhatItDoes /> },
  { id: 'first-payout', title: 'Your first payout in five commands', content: <FirstPayout /> },
  { id: 'where-to-go', title: 'Next steps', content: <WhereToGo /> },
]

export default function IntroductionPage() {
  return (
    <DocsPage
      path="/docs"
      lead="Counterfoil lets you bill your customers and pay out to US bank accounts from your own servers, with seven endpoints."
      sections={SECTIONS}
    />
  )
}

function WhatItDoes() {
  return (
    <>
      <List
        items={[
          'You create customers and invoices. Each invoice has a payment link where the buyer pays by card.',
          'When the invoice is paid, the amount is added to your credit wallet, and your server gets a webhook.',
          "From the wallet you pay out to a customer's bank account within seconds, over RTP or FedNow. If the provider refuses a payout, the money returns to your wallet.",
        ]}
      />
      <Paragraph>
        Every movement of money is an entry in an append-only ledger. No payout is sent twice, and none is
        marked as failed on a guess.
      </Paragraph>
      <Paragraph>
        You have two accounts: one in test mode, where a sandbox stands in for the bank and card networks, and
        one in live mode. The steps below use test mode.
      </Paragraph>
    </>
  )
}

function FirstPayout() {
  return (
    <>
      <Paragraph>
        Create a key in the dashboard, under{' '}
        <Link href="/settings/api-keys" className={LINK_STYLE}>
          Settings, API keys
        </Link>
        , then save it in a shell variable:
      </Paragraph>
      <ShellVariables />
      {FIRST_PAYOUT.map(({ id, title, text, command, afterwards }, index) => (
        <div key={id} className="space-y-3">
          <SubHeading id={id}>{`${index + 1}. ${title}`}</SubHeading>
          <Paragraph>{text}</Paragraph>
          <CodeBlock what={`command ${index + 1}`} code={command} />
          <Paragraph>{afterwards}</Paragraph>
        </div>
      ))}
    </>
  )
}

const PLACES = [
  { href: '/docs/api', name: 'API reference', text: 'every endpoint, field and error' },
  { href: '/docs/webhooks', name: 'Webhooks', text: 'learn when an invoice is paid, and verify the sender' },
  { href: '/docs/testing', name: 'Testing', text: 'cards and account numbers that trigger each outcome' },
  {
    href: '/docs/operating',
    name: 'Operating',
    text: 'run an installation: settings, commands, backups',
  },
  { href: '/docs/monitoring', name: 'Monitoring', text: 'metrics for Prometheus, and alerts to begin with' },
  { href: '/docs/security', name: 'Security', text: 'report a vulnerability, and how data is protected' },
] as const

function WhereToGo() {
  return (
    <ul className="list-disc space-y-1.5 pl-5">
      {PLACES.map(({ href, name, text }) => (
        <li key={href} className="pl-1 marker:text-muted-foreground">
          <Link href={href} className={LINK_STYLE}>
            {name}
          </Link>
          : {text}
        </li>
      ))}
    </ul>
  )
}
