import { ChevronRight } from 'lucide-react'
import type { WebhookAttemptView } from '@/lib/api/dashboard/read-webhook-event'
import { ExactTime } from '../developers/exact-time'
import { Payload } from '../developers/payload'
import { Badge } from '../ui/badge'
import { Notice } from '../ui/notice'

type WebhookAttemptProps = { attempt: WebhookAttemptView; isOpen: boolean }

/** One attempt: a line that opens into what was sent and what came back. */
export function WebhookAttempt({ attempt, isOpen }: WebhookAttemptProps) {
  const { number, at, durationMs, responseStatus } = attempt
  const isSuccess = responseStatus !== null && responseStatus >= 200 && responseStatus < 300
  return (
    <details open={isOpen} className="group border-t">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-muted/50 sm:px-5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        <span className="font-medium">Attempt {number}</span>
        <Badge tone={isSuccess ? 'success' : 'danger'}>
          {responseStatus === null ? 'No answer' : `HTTP ${responseStatus}`}
        </Badge>
        <span className="tabular ml-auto flex gap-4 text-[0.8125rem] text-muted-foreground">
          <span>{durationMs} ms</span>
          <ExactTime at={at} />
        </span>
      </summary>
      <AttemptDetails attempt={attempt} />
    </details>
  )
}

function AttemptDetails({ attempt }: { attempt: WebhookAttemptView }) {
  const { requestHeaders, signedText, responseStatus, responseBody, error } = attempt
  return (
    <div className="space-y-5 px-4 pt-1 pb-5 sm:px-5">
      {error && (
        <Notice kind="danger" title="No answer">
          <p className="break-words first-letter:uppercase">{error}</p>
        </Notice>
      )}
      {requestHeaders && (
        <section>
          <h3 className="font-medium text-[0.8125rem]">Request headers</h3>
          <dl className="mt-1 space-y-1.5 rounded-lg border bg-muted/60 px-3.5 py-3 font-mono text-[0.8125rem] leading-5">
            {requestHeaders.map(({ name, value }) => (
              <div key={name} className="sm:flex sm:gap-3">
                <dt className="w-44 shrink-0 text-muted-foreground">{name}</dt>
                <dd className="min-w-0 break-all">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {signedText && (
        <Payload
          title="Signed string"
          text={signedText}
          isExact
          note="Id, timestamp and body with dots between. Each signature is its HMAC-SHA256 with a secret."
        />
      )}
      {responseStatus !== null && (
        <Payload
          title="Answer"
          text={responseBody ?? ''}
          note="At most the first 4,096 characters are kept."
        />
      )}
    </div>
  )
}
