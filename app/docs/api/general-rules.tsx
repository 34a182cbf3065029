import Link from 'next/link'
import { ShellVariables } from '@/app/docs/shell-variables'
import { ErrorTable } from '@/components/docs/endpoint-reference'
import { DocsTable, LINK_STYLE, List, Paragraph, SubHeading } from '@/components/docs/prose'
import { CodeBlock } from '@/components/ui/code-block'
import { LOGGED_BODY_CHARACTERS } from '@/lib/http/redact-body'
import { REQUESTS_KEPT_DAYS } from '@/lib/request-log/forget-old-requests'
import { COMMON_ERRORS, IDEMPOTENCY_ERRORS, INVOICE_STATUSES, PAYOUT_STATUSES } from './common-rows'

export function RequestsAndAnswers() {
  return (
    <>
      <List
        items={[
          'Bodies are JSON objects in UTF-8, at most 256 KB and 16 levels deep. Send `Content-Type: application/json`; a missing one is taken for it. An empty body counts as `{}`.',
          'Fields that an endpoint does not know are ignored. A required text of nothing but white space counts as missing. Texts are kept as they were sent, but email addresses lose the space around them.',
          'A success has `"status": "success"` in its body. A refusal has one field, `error`.',
          'Answers leave no field out: what was not given is `null`, and `date_of_birth` is the empty string.',
          "All dates and times are UTC. Ids are UUIDs; one that is malformed, or another account's, is answered 404 like one that does not exist.",
          'Every answer has an `X-Request-Id`. Keep it: it finds the request in your request log and in the log of the service. No answer may be cached.',
          'There is no CORS: browsers of other origins are not meant to call the API.',
        ]}
      />
      <CodeBlock what="a refusal" code={'{ "error": "Customer not found" }'} />
    </>
  )
}

export function OrderOfChecks() {
  return (
    <>
      <Paragraph>
        Messages are exact and do not change: you may compare them. Where several things are wrong, the first
        of these is answered:
      </Paragraph>
      <List
        ordered
        items={[
          'The path and the method: 404, 405.',
          'The body as such: 413, 400.',
          'A key is there: 400 or 401, as the endpoint says.',
          'The key is good: 401.',
          'The rate limit: 429.',
          'The vendor is not banned: 403.',
          "The fields: 400. First what is missing or malformed in the order of the rows of the endpoint's table, then the lengths and forms of the fields in the order of the request.",
          'The `Idempotency-Key`: 400, 422, 409, or the first answer again.',
          'What the path and the body name exists: 404.',
          'It can be done now: 400 for limit and balance, 409 for an email address that is taken.',
          'The provider does it: 502.',
        ]}
      />
      <SubHeading id="common-errors">Errors of all endpoints</SubHeading>
      <ErrorTable label="Errors of all endpoints" errors={COMMON_ERRORS} />
    </>
  )
}

export function Money() {
  return (
    <>
      <List
        items={[
          'Amounts are JSON numbers in major units: `25.5` is 25 dollars and 50 cents. Inside they are whole numbers of the minor unit; no binary fraction is ever involved.',
          'In a request, an amount may also be a string with a plain decimal, `"25.50"`: the way to go where your language would make a float of a number.',
          'An amount has at most the decimals of its currency, by ISO 4217: two for USD, none for JPY, three for KWD. More are refused, never rounded: `Invalid amount format`. So are booleans, and texts that are no plain decimal.',
          'A line of an invoice is `qty` times `price`, rounded half up to the minor unit. A `qty` has up to six decimals. An invoice has up to 100 items and at most 999,999,999.99 before the fee, in any currency.',
          'The customer fee is a percentage of the base amount, rounded half up, and a fixed part: 2.9 % and 0.30 USD unless the operator has set other terms for you. The fixed part falls on USD invoices alone. `amount` = `base_amount` + fee.',
          'When an invoice is paid, your credit wallet of its currency gets the base amount. Payouts leave the USD wallet. Nothing is converted.',
        ]}
      />
      <Paragraph>
        An example: 1.5 hours at 80 and travel at 34.50 are a base amount of 154.50. The fee is 4.48 (2.9 % of
        it) and 0.30. The buyer pays 159.28, your wallet gets 154.50.
      </Paragraph>
    </>
  )
}

export function Idempotency() {
  return (
    <>
      <Paragraph>
        Any POST request may have an `Idempotency-Key` header, up to 255 characters of your choice: best the
        id of the order or the payout in your own system. If no answer reaches you, send the same request with
        the same key again. It is done once.
      </Paragraph>
      <List
        items={[
          'A repeat with the same body gets the first answer, with the header `Idempotent-Replayed: true`. The order of fields does not matter, nor does a changed `api_key`.',
          "A key belongs to your account, the method and the path with its ids: the same key on another customer's payouts is another key.",
          'Only successes are kept. After any refusal, a 502 included, the same key starts afresh.',
          'A repeat of a payout is answered with the payout as it is now: this is how a client learns what became of it. Only a payout that was refused in its own request (502) frees its key.',
          'Keys are kept for 24 hours; those of payouts for good.',
          'Without the header, a repeated request is a new request.',
        ]}
      />
      <ErrorTable label="Errors of idempotency" errors={IDEMPOTENCY_ERRORS} />
    </>
  )
}

export function RateLimits() {
  return (
    <Paragraph>
      Each account may make 100 requests in a second in live mode and 25 in test mode, unless the operator has
      set other numbers; all of its keys count together. Above that the answer is 429 `Too many requests`,
      with a `Retry-After` header in seconds. Nothing was done: wait that long and send the request again.
    </Paragraph>
  )
}

export function Statuses() {
  return (
    <>
      <SubHeading id="invoice-statuses">Of an invoice</SubHeading>
      <DocsTable
        label="Statuses of an invoice"
        className="min-w-[34rem]"
        head={['Status', 'Meaning', 'Can become']}
        rows={INVOICE_STATUSES}
      />
      <Paragraph>
        Each change is sent to the invoice's `webhook_url`, if it has one. An invoice can't be paid twice: a
        second tab is told that it is paid or being paid.
      </Paragraph>
      <SubHeading id="payout-statuses">Of a payout</SubHeading>
      <DocsTable
        label="Statuses of a payout"
        className="min-w-[34rem]"
        head={['Status', 'Meaning', 'Can become']}
        rows={PAYOUT_STATUSES}
      />
      <Paragraph>
        Money is never taken back on a guess. Where the provider gives no clear answer, the payout stays
        `PROCESSING` and the service asks again by the same key until it knows.
      </Paragraph>
    </>
  )
}

export function RequestLog() {
  return (
    <>
      <Paragraph>
        Your dashboard shows every request that was made with one of your keys, refused ones too: under
        Developers, Requests, by method, path, status and day, with both bodies, the key that was used, and a
        curl command that repeats it.
      </Paragraph>
      <List
        items={[
          'Never in it: the key, in the body, the query or the header; secrets, tokens, passwords, card data and dates of birth, in whatever field; more than the last four characters of an account number; the values in the query of a URL. A payment link is shown: it is yours to hand out.',
          `A body is kept up to its first ${LOGGED_BODY_CHARACTERS.toLocaleString('en')} characters, a request for ${REQUESTS_KEPT_DAYS} days.`,
          'A request that has no good key belongs to nobody, and is in no log. Of many that run into the rate limit, a few are kept.',
          'It is written a moment after the answer, and never holds one up: in a flood, or when the service dies, entries may be missing. It is for looking things up, not for accounting.',
        ]}
      />
    </>
  )
}

export function Authentication() {
  return (
    <>
      <Paragraph>
        Every request carries an API key. Make one in the dashboard under{' '}
        <Link href="/settings/api-keys" className={LINK_STYLE} prefetch={false}>
          Settings, API keys
        </Link>
        . It is shown once: the service keeps only a keyed hash of it. A key starts with `cf_test_` or
        `cf_live_`, and so says which of your two accounts it opens; neither account sees anything of the
        other.
      </Paragraph>
      <DocsTable
        label="Ways to send the key"
        className="min-w-[34rem]"
        head={['Where', 'On', 'Worth knowing']}
        rows={[
          ['`Authorization: Bearer YOUR_API_KEY`', 'every endpoint', 'Recommended.'],
          ['`api_key` in the JSON body', 'POST', 'As good: bodies are not logged.'],
          [
            '`?api_key=…` in the query',
            'GET',
            'Works, but proxies, load balancers and shells write addresses down. Use the header.',
          ],
        ]}
      />
      <Paragraph>
        Given both field and header, the field counts. The commands on this page use the header:
      </Paragraph>
      <ShellVariables />
      <CodeBlock
        what="the two other ways"
        code={[
          `curl "$BASE/api/v2/invoice/$INVOICE_ID?api_key=$KEY"`,
          `curl "$BASE/api/v2/invoice" -H 'Content-Type: application/json' \\`,
          `  -d '{ "api_key": "'$KEY'", "email": "sam@example.com", "amount": 25 }'`,
        ].join('\n')}
      />
      <List
        items={[
          'A key that is unknown, expired or revoked is answered 401 `Invalid API Key`. A key that is missing has a status and words of its own on each endpoint: see their errors.',
          'A key may expire by itself, if you choose an expiry when you create it. To replace one, rotate it: the new key is good at once, and the old one for as long as you say, up to 7 days, while your servers move over. Revoking works at once.',
          'A vendor whom the operator has banned is answered 403 on everything but reading a customer and checking an invoice.',
        ]}
      />
    </>
  )
}
