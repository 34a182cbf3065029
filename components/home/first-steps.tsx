import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { createInvoiceCommand } from '@/components/developers/curl-command'
import { Link } from '@/components/ui/link'
import type { HomeView } from '@/lib/home/queries'
import { buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { classNames } from '../ui/class-names'
import { CodeBlock } from '../ui/code-block'
import { Segments } from '../ui/segments'

type Steps = HomeView['firstSteps']

/** The two ways to begin with. */
const WAYS = [
  { value: 'dashboard', label: 'In the dashboard' },
  { value: 'code', label: 'From your code' },
] as const

type Way = (typeof WAYS)[number]['value']

const STEPS_OF: Record<Way, (keyof Steps)[]> = {
  dashboard: ['hasCustomer', 'hasInvoice', 'hasPaidInvoice', 'hasPayout'],
  code: ['hasApiKey', 'hasInvoice', 'hasPaidInvoice', 'hasDeliveredWebhook', 'hasPayout'],
}

/** Who has a key began from code. */
const wayOf = ({ hasApiKey }: Steps): Way => (hasApiKey ? 'code' : 'dashboard')

/** How many steps are left of the way that the vendor took; none once either is done. */
export function countStepsLeft(steps: Steps): number {
  const leftOf = (way: Way) => STEPS_OF[way].filter((step) => !steps[step]).length
  return leftOf('dashboard') === 0 || leftOf('code') === 0 ? 0 : leftOf(wayOf(steps))
}

type FirstStepsProps = { steps: Steps; baseUrl: string }

/** The steps from an empty account to the first payout, by hand or from code; hidden once either way is done. */
export function FirstSteps({ steps, baseUrl }: FirstStepsProps) {
  const [choice, choose] = useState<Way | null>(null)
  if (countStepsLeft(steps) === 0) return null
  const way = choice ?? wayOf(steps)
  const all = STEPS_OF[way]
  const current = all.findIndex((step) => !steps[step])
  return (
    <Card aria-labelledby="first-steps">
      <CardHeader
        id="first-steps"
        title="Get started"
        description="From sign-up to a paid invoice and a payout. Each step is ticked off when it happens."
        action={<Segments legend="How you send invoices" options={WAYS} value={way} onChange={choose} />}
      />
      <ol className="px-4 pb-2 sm:px-5">
        {all.map((step, index) => {
          const { title, body } = wordsOf(step, way, baseUrl)
          const isDone = steps[step]
          return (
            <Step key={step} number={index + 1} title={title} isDone={isDone} isCurrent={index === current}>
              {body}
            </Step>
          )
        })}
      </ol>
    </Card>
  )
}

function wordsOf(step: keyof Steps, way: Way, baseUrl: string): { title: string; body: ReactNode } {
  switch (step) {
    case 'hasApiKey':
      return {
        title: 'Generate an API key',
        body: (
          <>
            <p className="text-muted-foreground">Your server sends it with each request</p>
            <StepLink href="/settings/api-keys">Go to API keys</StepLink>
          </>
        ),
      }
    case 'hasCustomer':
      return {
        title: 'Add yourself as a customer',
        body: (
          <>
            <p className="text-muted-foreground">
              With an email of your own, so that you get what your customers will get
            </p>
            <StepLink href="/customers/new">New customer</StepLink>
          </>
        ),
      }
    case 'hasInvoice':
      return {
        title: 'Create a test invoice',
        body:
          way === 'dashboard' ? (
            <>
              <p className="text-muted-foreground">To yourself. No real money moves in test mode.</p>
              <StepLink href="/invoices/new">New invoice</StepLink>
            </>
          ) : (
            <>
              <p className="mb-3 text-muted-foreground">
                From your server, with your key instead of YOUR_API_KEY
              </p>
              <CodeBlock what="the command" code={createInvoiceCommand(baseUrl)} />
              <StepLink href="/docs/quick-start">Open the quick start</StepLink>
            </>
          ),
      }
    case 'hasPaidInvoice':
      return {
        title: 'Pay it with a sandbox card',
        body: (
          <p className="text-muted-foreground">
            Open the invoice’s payment link and pay with{' '}
            <span className="tabular whitespace-nowrap font-mono text-[0.8125rem] text-foreground">
              4242 4242 4242 4242
            </span>
            .
          </p>
        ),
      }
    case 'hasDeliveredWebhook':
      return {
        title: 'Receive a webhook',
        body: (
          <>
            <p className="text-muted-foreground">
              Create an invoice with a webhook_url, or send a test event to your server
            </p>
            <StepLink href="/developers/webhooks">Go to Webhooks</StepLink>
          </>
        ),
      }
    case 'hasPayout':
      return {
        title: 'Pay out to a bank account',
        body: (
          <>
            <p className="text-muted-foreground">From your wallet to a customer’s bank, in seconds</p>
            <StepLink href="/payouts/new">New payout</StepLink>
          </>
        ),
      }
  }
}

function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classNames(buttonStyle({ size: 'small' }), 'mt-3')}>
      {children}
    </Link>
  )
}

type StepProps = { number: number; title: string; isDone: boolean; isCurrent: boolean; children: ReactNode }

function Step({ number, title, isDone, isCurrent, children }: StepProps) {
  return (
    <li className="flex gap-3 border-t py-3.5">
      <span
        aria-hidden
        className={classNames(
          'flex size-6 shrink-0 items-center justify-center rounded-full font-semibold text-xs',
          isDone && 'bg-success-soft text-success',
          !isDone && (isCurrent ? 'bg-accent text-accent-foreground' : 'bg-muted text-muted-foreground'),
        )}
      >
        {isDone ? <Check className="size-3.5" /> : number}
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <h3 className={classNames('font-medium', !isDone && !isCurrent && 'text-muted-foreground')}>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </h3>
        {isCurrent && <div className="mt-1">{children}</div>}
      </div>
    </li>
  )
}
