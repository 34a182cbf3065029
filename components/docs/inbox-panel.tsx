'use client'

import { CircleCheck, CircleX } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { ExactTime } from '@/components/ui/timestamp'
import type { InboxView } from '@/lib/webhooks/inbox-dashboard'
import { prettyJson } from './samples'
import { type Step, useInbox } from './use-inbox'

const CHECKS = {
  timestamp: 'The timestamp is recent',
  id: 'There is an id to deduplicate by',
  signature: 'The signature is genuine',
} as const

/** From an invoice to its verified webhook, in the page. */
export function InboxPanel() {
  const { inbox, step, invoiceId, problem, isSignedOut, read, create, pay, clear } = useInbox()
  if (isSignedOut) {
    return (
      <Notice>
        <Link href="/sign-in?next=%2Fdocs%2Fwebhooks" className="underline">
          Sign in
        </Link>{' '}
        to open your inbox.
      </Notice>
    )
  }
  return (
    <Card aria-labelledby="inbox-title">
      <CardHeader
        id="inbox-title"
        title="Your inbox"
        description="Test mode. Deliveries come through the usual queue, signed like all others."
        action={
          <span className="flex gap-2">
            <Button variant="secondary" size="small" onClick={() => void read()}>
              Refresh
            </Button>
            <Button variant="secondary" size="small" onClick={() => void clear()}>
              Clear inbox
            </Button>
          </span>
        }
      />
      <div className="space-y-4 px-4 pb-4 sm:px-5">
        {problem && (
          <Notice kind="danger" role="alert">
            {problem}
          </Notice>
        )}
        {inbox && (
          <>
            <div className="flex flex-wrap gap-2">
              <Button pending={step === 'creating'} onClick={create}>
                Create invoice
              </Button>
              <Button
                variant="secondary"
                pending={step === 'paying'}
                disabled={step !== 'created' && step !== 'paying'}
                className="disabled:opacity-60"
                onClick={pay}
              >
                Pay invoice
              </Button>
            </div>
            <p role="status" className="text-sm">
              <Progress step={step} invoiceId={invoiceId} />
            </p>
            <p className="flex items-center gap-1 text-[0.8125rem] text-muted-foreground">
              <span className="min-w-0 wrap-anywhere">
                Or use this address as a <code>webhook_url</code> or for a webhook endpoint: {inbox.url}
              </span>
              <CopyButton text={inbox.url} what="the address of your inbox" />
            </p>
            <ol className="space-y-6">
              {inbox.deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <Delivery delivery={delivery} />
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </Card>
  )
}

function Progress({ step, invoiceId }: { step: Step; invoiceId: string | null }) {
  switch (step) {
    case 'created':
      return (
        <>
          <Link href={`/invoices/${invoiceId}`} className="underline">
            Invoice
          </Link>{' '}
          of 25 dollars created. Pay it to send its webhook.
        </>
      )
    case 'waiting':
      return 'Paid. Waiting for the webhook…'
    case 'arrived':
      return 'The webhook arrived.'
    case 'late':
      return (
        <>
          Nothing has arrived in a minute. The attempts under{' '}
          <Link href="/developers/webhooks" className="underline">
            Webhooks
          </Link>{' '}
          say why: this service may not reach its own address.
        </>
      )
    default:
      return 'Create an invoice whose webhook comes here, then pay it.'
  }
}

function Delivery({ delivery }: { delivery: InboxView['deliveries'][number] }) {
  const { receivedAt, headers, body, signedText, checks } = delivery
  const isGenuine = checks.every(({ isPassed }) => isPassed)
  return (
    <section aria-label={`Delivery ${headers['webhook-id'] ?? ''}`} className="space-y-3 border-t pt-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        <span className={isGenuine ? 'text-success' : 'text-danger'}>
          {isGenuine ? 'Verified' : 'Not verified'}
        </span>
        <span className="font-normal text-[0.8125rem] text-muted-foreground">
          <ExactTime at={receivedAt} />
        </span>
      </p>
      <ul className="space-y-1.5">
        {checks.map(({ name, isPassed, detail }) => (
          <li key={name} className="flex gap-2 text-sm">
            {isPassed ? (
              <CircleCheck role="img" aria-label="Passed" className="mt-0.5 size-4 shrink-0 text-success" />
            ) : (
              <CircleX role="img" aria-label="Failed" className="mt-0.5 size-4 shrink-0 text-danger" />
            )}
            <span>
              {CHECKS[name]}. <span className="text-muted-foreground">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
      <LabelledBlock label="Headers">
        <CodeBlock
          what="the headers"
          code={Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
      </LabelledBlock>
      <LabelledBlock label="Signed text: id, timestamp and body, joined by dots">
        <CodeBlock what="the signed text" code={signedText} />
      </LabelledBlock>
      <LabelledBlock label="Body, formatted to read">
        <CodeBlock what="the body" code={prettyBody(body)} />
      </LabelledBlock>
    </section>
  )
}

function LabelledBlock({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="space-y-1.5">
      <p className="text-[0.8125rem] text-muted-foreground">{label}</p>
      {children}
    </div>
  )
}

function prettyBody(body: string): string {
  try {
    return prettyJson(JSON.parse(body))
  } catch {
    return body
  }
}
