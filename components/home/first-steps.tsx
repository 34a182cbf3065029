import { Check } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import type { HomeView } from '@/lib/api/dashboard/read-home'
import { buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { classNames } from '../ui/class-names'
import { CodeBlock } from '../ui/code-block'

type FirstStepsProps = { steps: HomeView['firstSteps']; baseUrl: string }

/** The way to the first payment; gone once it was made. */
export function FirstSteps({ steps, baseUrl }: FirstStepsProps) {
  if (steps.hasApiKey && steps.hasInvoice && steps.hasPaidInvoice) return null
  const current = !steps.hasApiKey ? 1 : !steps.hasInvoice ? 2 : 3
  return (
    <Card aria-labelledby="first-steps">
      <CardHeader
        id="first-steps"
        title="First steps"
        description="From nothing to a paid invoice in three steps."
      />
      <ol className="px-4 pb-2 sm:px-5">
        <Step number={1} title="Make an API key" isDone={steps.hasApiKey} isCurrent={current === 1}>
          <p className="text-muted-foreground">Your server sends it with each request.</p>
          <Link href="/settings/api-keys" className={classNames(buttonStyle({ size: 'small' }), 'mt-3')}>
            Go to API keys
          </Link>
        </Step>
        <Step number={2} title="Create an invoice" isDone={steps.hasInvoice} isCurrent={current === 2}>
          <p className="mb-3 text-muted-foreground">Put your key in place of YOUR_API_KEY.</p>
          <CodeBlock what="the command" code={curlCommand(baseUrl)} />
        </Step>
        <Step
          number={3}
          title="Pay it with a sandbox card"
          isDone={steps.hasPaidInvoice}
          isCurrent={current === 3}
        >
          <p className="text-muted-foreground">
            Open the <code className="font-mono text-[0.8125rem] text-foreground">payment_link</code> of the
            answer and pay with{' '}
            <span className="tabular whitespace-nowrap font-mono text-[0.8125rem] text-foreground">
              4242 4242 4242 4242
            </span>
            .
          </p>
        </Step>
      </ol>
    </Card>
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

function curlCommand(baseUrl: string): string {
  return [
    `curl -X POST ${baseUrl}/api/v2/invoice \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"api_key":"YOUR_API_KEY","email":"ada@example.com","amount":25}'`,
  ].join('\n')
}
