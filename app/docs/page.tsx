import type { Metadata } from 'next'
import Link from 'next/link'
import { DocsPage, type DocsSection } from '@/components/docs/docs-page'
import { LINK_STYLE, List, Paragraph, SubHeading } from '@/components/docs/prose'
import { CodeBlock } from '@/components/ui/code-block'
import { FIRST_PAYOUT } from './first-payout'
import { ShellVariables } from './shell-variables'

export const metadata: Metadata = {
  // Absolute, because the layout's title template is for its child pages.
  title: { absolute: 'Documentation · Counterfoil' },
  description: 'What Counterfoil is, and a first payout in five commands.',
}

const SECTIONS: readonly DocsSection[] = [
  { id: 'what-it-does', title: 'What it does', content: <WhatItDoes /> },
  { id: 'first-payout', title: 'A first payout in five commands', content: <FirstPayout /> },
  { id: 'where-to-go', title: 'Where to go from here', content: <WhereToGo /> },
]

export default function IntroductionPage() {
  return (
    <DocsPage
      path="/docs"
      lead="Counterfoil lets you bill your customers and pay out to bank accounts in the United States, from your own servers, by seven endpoints."
      sections={SECTIONS}
    />
  )
}

function WhatItDoes() {
  return (
    <>
      <List
        items={[
          'You create customers and invoices. Each invoice has a link at which its buyer pays by card.',
          'When it is paid, your credit wallet gets the amount, and your server gets a webhook.',
          "From the wallet you pay out to a customer's bank account, in seconds, over RTP or FedNow. Where the provider refuses, the money comes back by itself.",
        ]}
      />
      <Paragraph>
        Every movement of money is an entry in a ledger that is only ever added to. No payout is made twice,
        and none is called failed on a guess.
      </Paragraph>
      <Paragraph>
        You have two accounts: test mode, where a sandbox stands in for bank and card networks, and live mode.
        What follows is test mode.
      </Paragraph>
    </>
  )
}

function FirstPayout() {
  return (
    <>
      <Paragraph>
        Create a key in the dashboard, under{' '}
        <Link href="/settings/api-keys" className={LINK_STYLE} prefetch={false}>
          Settings, API keys
        </Link>
        , and put it into a variable, in a shell that has `curl`:
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
  { href: '/docs/api', name: 'API reference', text: 'every endpoint, field, error and rule' },
  { href: '/docs/webhooks', name: 'Webhooks', text: 'hearing of payments, and trusting what you hear' },
  { href: '/docs/testing', name: 'Testing', text: 'the numbers that make things go wrong on purpose' },
  {
    href: '/docs/operating',
    name: 'Operating',
    text: 'running an installation: settings, commands, backups',
  },
  { href: '/docs/security', name: 'Security', text: 'reporting a vulnerability, and how data is protected' },
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
