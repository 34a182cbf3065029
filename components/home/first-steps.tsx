import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { createInvoiceCommand } from '@/components/developers/curl-command'
import { Link } from '@/components/ui/link'
import type { HomeView } from '@/lib/home/queries'
import { buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { classNames } from '../ui/class-names'
import { CodeBlock } from '../ui/code-block'

type FirstStepsProps = { steps: HomeView['firstSteps']; baseUrl: string }

/** The steps from an empty account to the first payout; hidden once all are done. */
export function FirstSteps({ steps, baseUrl }: FirstStepsProps) {
  const all = stepsOf(steps, baseUrl)
  const current = all.findIndex(({ isDone }) => !isDone)
  if (current === -1) return null
  return (
    <Card aria-labelledby="first-steps">
      <CardHeader
        id="first-steps"
        title="Get started"
        description="From sign-up to a paid invoice and a payout. Each step is ticked off when it happens."
      />
      <ol className="px-4 pb-2 sm:px-5">
        {all.map(({ title, isDone, body }, index) => (
          <Step key={title} number={index + 1} title={title} isDone={isDone} isCurrent={index === current}>
            {body}
          </Step>
        ))}
      </ol>
    </Card>
  )
}

function stepsOf(steps: HomeView['firstSteps'], baseUrl: string) {
  const link = (href: string, words: string) => (
    <Link href={href} className={classNames(buttonStyle({ size: 'small' }), 'mt-3')}>
      {words}
    </Link>
  )
  return [
    {
      title: 'Generate an API key',
      isDone: steps.hasApiKey,
      body: (
        <>
          <p className="text-muted-foreground">Your server sends it with each request</p>
          {link('/settings/api-keys', 'Go to API keys')}
        </>
      ),
    },
    {
      title: 'Add a customer',
      isDone: steps.hasCustomer,
      body: (
        <>
          <p className="text-muted-foreground">Someone you invoice or pay out to</p>
          {link('/customers/new', 'New customer')}
        </>
      ),
    },
    {
      title: 'Create a test invoice',
      isDone: steps.hasInvoice,
      body: (
        <>
          <p className="mb-3 text-muted-foreground">
            From your server, with your key instead of YOUR_API_KEY, or here in the dashboard
          </p>
          <CodeBlock what="the command" code={createInvoiceCommand(baseUrl)} />
          {link('/invoices/new', 'New invoice')}
        </>
      ),
    },
    {
      title: 'Pay it with a sandbox card',
      isDone: steps.hasPaidInvoice,
      body: (
        <p className="text-muted-foreground">
          Open the invoice’s payment link and pay with{' '}
          <span className="tabular whitespace-nowrap font-mono text-[0.8125rem] text-foreground">
            4242 4242 4242 4242
          </span>
          .
        </p>
      ),
    },
    {
      title: 'Receive a webhook',
      isDone: steps.hasDeliveredWebhook,
      body: (
        <>
          <p className="text-muted-foreground">
            Create an invoice with a webhook_url, or send a test event to your server
          </p>
          {link('/developers/webhooks', 'Go to Webhooks')}
        </>
      ),
    },
    {
      title: 'Pay out to a bank account',
      isDone: steps.hasPayout,
      body: (
        <>
          <p className="text-muted-foreground">From your wallet to a customer’s bank, in seconds</p>
          {link('/payouts/new', 'New payout')}
        </>
      ),
    },
  ]
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
