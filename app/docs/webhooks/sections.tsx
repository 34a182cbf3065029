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
        One event for each change of status of an invoice that has a `webhook_url`: to `Paid`, to `Failed`
        after a declined try, to `Unpaid` once the due day is over. The creation is no change. The event is
        written in the same transaction as the change, so that neither exists without the other.
      </Paragraph>
      <Paragraph>
        The body is the invoice as it was right after the change, in the form that checking an invoice
        answers. It is frozen then: every attempt sends the same bytes.
      </Paragraph>
      <CodeBlock what="the body" code={prettyJson({ invoice: exampleObject('Invoice') })} />
      <Paragraph>There is no name of an event: `invoice.status` says what has happened.</Paragraph>
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
        , so any library for it can verify a request. `webhook-sequence` is an addition of ours.
      </Paragraph>
      <DocsTable
        label="Headers of a webhook"
        className="min-w-[36rem]"
        head={['Header', 'What it is']}
        rows={[
          ['`webhook-id`', 'The id of the event, a UUID. The same in every attempt.'],
          ['`webhook-timestamp`', 'When this attempt was made, in seconds since 1970.'],
          [
            '`webhook-signature`',
            '`v1,` and a signature in base64. Two of them with a space between while a secret is being replaced.',
          ],
          [
            '`webhook-sequence`',
            "1 for an invoice's first change of status, 2 for its second. It tells older from newer. 0 in a test event.",
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
        Anybody can post to your address. Trust a request only if its signature is right: HMAC-SHA256, with
        the bytes of your secret behind `whsec_`, over id, timestamp and body with dots between. Take the body
        as it came, before anything parses it.
      </Paragraph>
      <CodeBlock what="the verification" code={VERIFY_EXAMPLE} />
      <Paragraph>
        Test mode and live mode have a secret each. Both are in the dashboard, each while it shows that mode.
      </Paragraph>
    </>
  )
}

export function Receiving() {
  return (
    <List
      items={[
        'Answer 2xx within 10 seconds. Put the work into a queue of your own if it may take longer.',
        'The same event may come twice: an answer can get lost. Keep each `webhook-id` under a unique index, and answer 200 without doing anything to one that you have. Do not go by `invoice.id` for this: a later status of the same invoice is another event.',
        'Events may come out of order: an old one may be retried after a newer one has arrived. Keep the highest `webhook-sequence` of each invoice, and ignore the status of anything lower. `Paid` is final.',
        'If in doubt, check the invoice: the endpoint always tells the status as it is now.',
        'Send the goods on `Paid` by webhook, not when the buyer arrives at your `redirect_url`: a buyer may close the window before, and anybody can open that address.',
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
        Any status from 200 to 299 is a success. Anything else is tried again: another status, a redirect
        (none is followed), no complete answer within 10 seconds, no connection. Each wait is as long as the
        table says, or up to half as long again, by chance, so that a receiver that comes back is not met by
        everything at once.
      </Paragraph>
      <DocsTable
        label="Attempts"
        head={['Attempt', 'Made', 'With the chance']}
        rows={[['1', 'at once', ''], ...rows]}
      />
      <List
        items={[
          'A `Retry-After` header of your answer, in seconds or as a date, is honoured where it asks for more time than the table, up to 24 hours.',
          'The status 410 ends the event at once: no further attempt.',
          'After the last attempt the event has failed. It is kept, and can be sent again from the dashboard, as can one that was delivered: one by one, or all that have failed since a time. Ten attempts made, each such redelivery is a single one.',
          'Addresses of this machine, private networks, link-local ranges and the metadata services of clouds are refused when the connection is made, whatever name leads there; every address that a name has must be public. For a receiver on your own machine, the operator sets `WEBHOOKS_ALLOW_PRIVATE=1`.',
          'Certificates are checked. Proxies are not used.',
        ]}
      />
    </>
  )
}

export function Watching() {
  return (
    <>
      <Paragraph>
        The dashboard lists every event under Developers, Webhooks. The page of an event has each attempt:
        when it was made and how long it took, the headers as they were sent, the exact text that was signed,
        and the beginning of the answer, or why there was none. Where a signature does not fit, compare that
        text with yours.
      </Paragraph>
      <List
        items={[
          'Redelivering sends the same id and bytes again, at once, under a new timestamp and signature.',
          `Redelivering what failed since a time is for after an outage of yours: it takes the events that were given up as well as those that wait for their next try, the oldest first, up to ${REDELIVERY_LIMIT} at a time, and spreads them: about ${EVENTS_PER_SECOND} a second.`,
          'A test event goes to any URL of your choice. It has the form of a paid invoice that does not exist: no id in it leads anywhere, and its `webhook-sequence` is 0. It is signed, sent and refused by the same rules as every other, and tried once.',
        ]}
      />
    </>
  )
}

export function Secrets() {
  return (
    <>
      <Paragraph>
        To replace a secret, for instance because somebody has left, rotate it in the dashboard. During the
        overlap every request is signed with both: one signature with the new secret, then one with the old.
        So:
      </Paragraph>
      <List
        ordered
        items={[
          'Rotate the secret, with an overlap that is long enough for a deployment: an hour, a day or three.',
          'Deploy your receiver with the new secret. The example above looks at each signature, so it never misses one.',
          'When the overlap is over, the old secret signs nothing any more. If it has leaked, choose no overlap.',
          'Until then you can rotate again only without an overlap, which ends both old secrets at once: at most two secrets sign.',
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
