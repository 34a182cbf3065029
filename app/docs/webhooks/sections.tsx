import { exampleObject } from '@/app/docs/api/reference'
import { prettyJson } from '@/components/docs/curl-command'
import { DocsTable, LINK_STYLE, List, Paragraph } from '@/components/docs/prose'
import { CodeBlock } from '@/components/ui/code-block'
import { EVENTS_PER_SECOND, REDELIVERY_LIMIT } from '@/lib/webhooks/redeliver-event'
import { RETRY_DELAYS_MS } from '@/lib/webhooks/retry-schedule'
import { VERIFY_EXAMPLE } from './verify-example'

export function WhatIsSent() {
  return (
    <>
      <Paragraph>
        An invoice with a `webhook_url` sends one event for each change of its status: to `Paid`, to `Failed`
        after a declined payment, and to `Unpaid` after its due date. Creating an invoice sends no event. The
        event and the change are written in one database transaction, so there is never one without the other.
      </Paragraph>
      <Paragraph>
        The body is the invoice right after the change, in the same format as the response of Check invoice
        status. It never changes: every attempt sends the same bytes.
      </Paragraph>
      <CodeBlock what="the body" code={prettyJson({ invoice: exampleObject('Invoice') })} />
      <Paragraph>There is no event name: `invoice.status` tells you what happened.</Paragraph>
    </>
  )
}

export function Headers() {
  return (
    <>
      <Paragraph>
        The headers are those of{' '}
        <a href="https://www.standardwebhooks.com" className={LINK_STYLE}>
          Standard Webhooks
        </a>
        , so any library that supports the standard can verify a request. `webhook-sequence` is our addition.
      </Paragraph>
      <DocsTable
        label="Headers of a webhook"
        className="min-w-[36rem]"
        head={['Header', 'Meaning']}
        rows={[
          ['`webhook-id`', 'The id of the event, a UUID. It is the same in every attempt.'],
          ['`webhook-timestamp`', 'The time of this attempt, in seconds since 1970.'],
          [
            '`webhook-signature`',
            '`v1,` followed by a base64 signature. After a rotation there are two, separated by a space, until the old secret expires.',
          ],
          [
            '`webhook-sequence`',
            '1 for the first status change of an invoice, 2 for the second, and so on. Use it to tell older events from newer ones. It is 0 in a test event.',
          ],
          ['`content-type`', '`application/json`'],
          ['`user-agent`', '`Counterfoil/1`'],
        ]}
      />
    </>
  )
}

export function Verifying() {
  return (
    <>
      <Paragraph>
        Anyone can post to your URL, so check the signature before you trust a request. The signature is an
        HMAC-SHA256 over the id, the timestamp and the body, joined by dots. Its key is the part of your
        secret after `whsec_`, base64-decoded. Use the raw body, before anything parses it.
      </Paragraph>
      <CodeBlock what="the verification" code={VERIFY_EXAMPLE} />
      <Paragraph>
        Test mode and live mode have separate secrets. The dashboard shows the secret of its current mode.
      </Paragraph>
    </>
  )
}

export function Receiving() {
  return (
    <List
      items={[
        'Answer with a 2xx status within 10 seconds. If your work may take longer, put it in a queue first.',
        'The same event may arrive twice, because a response can get lost. Store each `webhook-id` under a unique index, and answer 200 without doing anything if you already have it. Don’t deduplicate by `invoice.id`: the next status of the same invoice is a different event.',
        'Events may arrive out of order: an old one may be retried after a newer one. Store the highest `webhook-sequence` of each invoice, and ignore events with a lower one. `Paid` is final.',
        'If in doubt, check the invoice: the endpoint always returns the current status.',
        'Ship when the webhook says `Paid`, not when the buyer arrives at your `redirect_url`: a buyer may close the window first, and anyone can open that URL.',
      ]}
    />
  )
}

export function Deliveries() {
  const rows = RETRY_DELAYS_MS.map((delayMs, index) => [
    `${index + 2}`,
    `${inWords(delayMs)} after attempt ${index + 1}`,
    `up to ${inWords(delayMs * 1.5)}`,
  ])
  return (
    <>
      <Paragraph>
        Any status from 200 to 299 is a success. Anything else is retried: another status, a redirect
        (redirects are not followed), no complete response within 10 seconds, or no connection. Each wait is
        extended at random by up to half, so that a receiver that recovers does not get everything at once.
      </Paragraph>
      <DocsTable
        label="Attempts"
        head={['Attempt', 'Wait', 'At most']}
        rows={[['1', 'Sent at once', ''], ...rows]}
      />
      <List
        items={[
          'A `Retry-After` header in your response, in seconds or as a date, is respected if it asks for a longer wait than the table, up to 24 hours.',
          'Status 410 stops the event: there are no further attempts.',
          'After the tenth attempt the event has failed. It is kept, and you can redeliver it from the dashboard, as you can any delivered event: one at a time, or all that failed since a given time. Each redelivery is a single attempt.',
          'Loopback, private, link-local and cloud metadata addresses are refused when the connection is opened. Every address that a host name resolves to must be public. To receive webhooks on your own machine, ask the operator to set `WEBHOOKS_ALLOW_PRIVATE=1`.',
          'TLS certificates are verified. Proxies are not used.',
        ]}
      />
    </>
  )
}

export function Watching() {
  return (
    <>
      <Paragraph>
        The dashboard lists every event under Developers, Webhooks. An event’s page shows each attempt: its
        time and duration, the headers that were sent, the exact text that was signed, and the beginning of
        the response or the reason there was none. If your signature check fails, compare that text with
        yours.
      </Paragraph>
      <List
        items={[
          'Redelivering sends the same id and bytes again at once, with a new timestamp and signature.',
          `After an outage of your server, redeliver everything that failed since a given time. This includes failed events and those that wait for their next attempt, oldest first, up to ${REDELIVERY_LIMIT} at a time and about ${EVENTS_PER_SECOND} a second.`,
          'You can send a test event to any URL. It looks like a paid invoice, but its ids lead nowhere and its `webhook-sequence` is 0. It is signed and sent like any other event, in a single attempt.',
        ]}
      />
    </>
  )
}

export function Secrets() {
  return (
    <>
      <Paragraph>
        To replace a secret, for example because an employee has left, rotate it in the dashboard. During the
        overlap every request has two signatures, one with each secret:
      </Paragraph>
      <List
        ordered
        items={[
          'Rotate the secret, and choose an overlap long enough for a deployment: an hour, a day or three days.',
          'Deploy your receiver with the new secret. The example above checks every signature, so no event is missed.',
          'After the overlap the old secret is no longer used. If a secret has leaked, rotate without an overlap.',
          'During the overlap you can rotate again only without an overlap, which retires both old secrets at once.',
        ]}
      />
    </>
  )
}

const UNITS = [
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1000 },
]

/** Formats milliseconds as `2 h` or `7 min 30 s`. */
function inWords(durationMs: number): string {
  let rest = durationMs
  const parts = UNITS.map(({ name, ms }) => {
    const count = name === 's' ? rest / ms : Math.floor(rest / ms)
    rest -= count * ms
    return { name, count }
  })
  return parts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(' ')
}
