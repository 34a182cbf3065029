import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { storeChoice, useStoredChoice } from '@/components/browser/stored-choice'
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
  dashboard: ['hasInvoice', 'hasPaidInvoice', 'hasPayout'],
  code: ['hasApiKey', 'hasInvoice', 'hasPaidInvoice', 'hasDeliveredWebhook', 'hasPayout'],
}

const STORED_AS = 'first-steps-way'

/**
 * The way to begin that was chosen in this browser, else from code for who has a key; and how many of its steps are left, none
 * once either way is done.
 */
export function useFirstSteps(steps: Steps): { way: Way; stepsLeft: number } {
  const stored = useStoredChoice(STORED_AS)
  const way = WAYS.find(({ value }) => value === stored)?.value ?? (steps.hasApiKey ? 'code' : 'dashboard')
  const leftOf = (each: Way) => STEPS_OF[each].filter((step) => !steps[step]).length
  const isDone = WAYS.some(({ value }) => leftOf(value) === 0)
  return { way, stepsLeft: isDone ? 0 : leftOf(way) }
}

type FirstStepsProps = { steps: Steps; baseUrl: string }

/** The steps from an empty account to the first payout, by hand or from code; hidden once either way is done. */
export function FirstSteps({ steps, baseUrl }: FirstStepsProps) {
  const { way, stepsLeft } = useFirstSteps(steps)
  if (stepsLeft === 0) return null
  const all = STEPS_OF[way]
  const current = all.findIndex((step) => !steps[step])
  return (
    <Card aria-labelledby="first-steps">
      <CardHeader
        id="first-steps"
        title="Get started"
        description="From sign-up to a paid invoice and a payout. Each step is ticked off when it happens."
      />
      <div className="px-4 pb-4 sm:px-5">
        <Segments
          legend="How will you send invoices?"
          showsLegend
          options={WAYS}
          value={way}
          onChange={(choice) => storeChoice(STORED_AS, choice)}
        />
      </div>
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
    case 'hasInvoice':
      return way === 'dashboard'
        ? {
            title: 'Create an invoice to yourself',
            body: (
              <>
                <p className="text-muted-foreground">
                  You see what your customers will get. No real money moves in test mode.
                </p>
                <StepLink href="/invoices/new?to=me">New invoice</StepLink>
              </>
            ),
          }
        : {
            title: 'Create a test invoice',
            body: (
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
