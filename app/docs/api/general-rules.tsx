import { ShellVariables } from '@/app/docs/shell-variables'
import { ErrorTable } from '@/components/docs/endpoint-reference'
import { DocsTable, LINK_STYLE, List, Paragraph, SubHeading } from '@/components/docs/prose'
import { CodeBlock } from '@/components/ui/code-block'
import { Link } from '@/components/ui/link'
import { LOGGED_BODY_CHARACTERS } from '@/lib/http/redact-body'
import { REQUESTS_KEPT_DAYS } from '@/lib/request-log/forget-old-requests'
import { COMMON_ERRORS, IDEMPOTENCY_ERRORS, INVOICE_STATUSES, PAYOUT_STATUSES } from './common-rows'

export function RequestsAndAnswers() {
  return (
    <>
      <List
        items={[
          'Bodies are JSON objects in UTF-8, up to 256 KB and 16 levels deep. Send `Content-Type: application/json`; a request without it is read as JSON too. An empty body counts as `{}`.',
          'Unknown fields are ignored. A required string that holds only white space counts as missing. Strings are stored as sent, except that email addresses are trimmed.',
          'A successful response has `"status": "success"` in its body. An error has a single field, `error`.',
          'Responses never leave a field out: unset fields are `null`, and an unset `date_of_birth` is an empty string.',
          'All dates and times are in UTC. Ids are UUIDs. A malformed id, or an id from another account, gets the same 404 as one that does not exist.',
          'Every response has an `X-Request-Id` header. Keep it: it finds the request in your request log and in the service’s own log. Responses must not be cached.',
          'There are no CORS headers: call the API from your server, never from a browser.',
        ]}
      />
      <CodeBlock what="an error" code={'{ "error": "Customer not found" }'} />
    </>
  )
}

export function OrderOfChecks() {
  return (
    <>
      <Paragraph>
        Error messages are exact and stable, so your code may compare them. When several things are wrong, the
        response reports the first in this order:
      </Paragraph>
      <List
        ordered
        items={[
          'The path and the method: 404, 405.',
          'The body’s size and JSON: 413, 400.',
          'A key was sent: 400 or 401, depending on the endpoint.',
          'The key is valid: 401.',
          'The rate limit: 429.',
          'The vendor is not banned: 403.',
          "The fields: 400. First missing and malformed fields, in the order of the endpoint's error table; then lengths and formats, in the order of the request table.",
          'The `Idempotency-Key`: 400, 422, 409, or the first response again.',
          'The objects named in the path and the body exist: 404.',
          'The current state allows it: 400 for limit and balance, 409 for an email address that is already in use.',
          'The provider accepts it: 502.',
        ]}
      />
      <SubHeading id="common-errors">Errors every endpoint can return</SubHeading>
      <ErrorTable label="Errors every endpoint can return" errors={COMMON_ERRORS} />
    </>
  )
}

export function Money() {
  return (
    <>
      <List
        items={[
          'Amounts are JSON numbers in major units: `25.5` is 25 dollars and 50 cents. The service stores them as whole cents and never as floating-point numbers.',
          'In a request, an amount may also be a decimal string such as `"25.50"`. Use a string if your language would turn the number into a float.',
          'An amount may have as many decimals as its currency has in ISO 4217: two for USD, none for JPY, three for KWD. More decimals are refused with `Invalid amount format`, never rounded. So are booleans and strings that are not plain decimals.',
          'A line item costs `qty` times `price`, rounded half up to the minor unit. `qty` may have up to six decimals. An invoice may have up to 100 items and a total of up to 999,999,999.99 before the fee, in any currency.',
          'The customer fee is a percentage of the base amount, rounded half up, plus a fixed part: 2.9 % + 0.30 USD, unless the operator has set other terms for you. Only USD invoices have the fixed part. `amount` = `base_amount` + fee.',
          'When an invoice is paid, its base amount is added to your credit wallet in that currency. Payouts come out of the USD wallet. Currencies are never converted.',
        ]}
      />
      <Paragraph>
        For example, 1.5 hours at 80 plus travel at 34.50 add up to a base amount of 154.50. The fee is 4.48
        (2.9 %) plus 0.30. The buyer pays 159.28, and your wallet gets 154.50.
      </Paragraph>
    </>
  )
}

export function Idempotency() {
  return (
    <>
      <Paragraph>
        Any POST request may carry an `Idempotency-Key` header of up to 255 characters. Use the id of the
        order or payout in your own system. If you never get a response, send the same request with the same
        key again: it takes effect once.
      </Paragraph>
      <List
        items={[
          'A repeat with the same body gets the first response again, with the header `Idempotent-Replayed: true`. The order of the fields and the `api_key` may differ.',
          "A key counts per account, method and path, including the ids in the path: the same key on another customer's payouts is a different key.",
          'Only successful responses are stored. After any error, including a 502, you can use the same key again for a fresh attempt.',
          'A repeated payout request returns the payout as it is now, so you can repeat it to learn the outcome. Only a payout that was refused with a 502 in its own request frees the key.',
          'Keys are kept for 24 hours, and payout keys forever.',
          'Without the header, every request is a new one. An empty header is refused, because an unset variable must not pay twice.',
        ]}
      />
      <ErrorTable label="Idempotency errors" errors={IDEMPOTENCY_ERRORS} />
    </>
  )
}

export function RateLimits() {
  return (
    <Paragraph>
      Each account may send 100 requests per second in live mode and 25 in test mode, unless the operator has
      set other limits; all of its keys count together. Every response tells you where you stand:
      `RateLimit-Limit` is the limit, `RateLimit-Remaining` what is left of it, and `RateLimit-Reset` the
      seconds until it starts over. Above the limit you get 429 `Too many requests` with a `Retry-After`
      header in seconds. Nothing has happened: wait that long, then send the request again.
    </Paragraph>
  )
}

export function Statuses() {
  return (
    <>
      <SubHeading id="invoice-statuses">Invoices</SubHeading>
      <DocsTable
        label="Invoice statuses"
        className="min-w-[34rem]"
        head={['Status', 'Meaning', 'Can become']}
        rows={INVOICE_STATUSES}
      />
      <Paragraph>
        Every change is sent to the invoice's `webhook_url`, if it has one. An invoice can't be paid twice: a
        second tab sees that it is paid, or that a payment is in progress.
      </Paragraph>
      <SubHeading id="payout-statuses">Payouts</SubHeading>
      <DocsTable
        label="Payout statuses"
        className="min-w-[34rem]"
        head={['Status', 'Meaning', 'Can become']}
        rows={PAYOUT_STATUSES}
      />
      <Paragraph>
        A payout is never reversed on a guess. While the provider gives no clear answer, the payout stays
        `PROCESSING`, and the service keeps asking until it knows.
      </Paragraph>
    </>
  )
}

export function RequestLog() {
  return (
    <>
      <Paragraph>
        Your dashboard lists every request sent with one of your keys, including failed ones, under
        Developers, Requests. You can filter by method, path, status and day, and see both bodies, the key
        that was used, and a curl command that repeats the request.
      </Paragraph>
      <List
        items={[
          'It never contains API keys, secrets, tokens, passwords, card data, dates of birth, the values in a URL’s query, or more than the last four characters of an account number. Payment links are shown.',
          `It keeps the first ${LOGGED_BODY_CHARACTERS.toLocaleString('en')} characters of each body, and each request for ${REQUESTS_KEPT_DAYS} days.`,
          'A request without a valid key belongs to no account and is not listed. Of many requests above the rate limit, only a few are listed.',
          'Entries are written shortly after the response and never delay it, so some may be missing under heavy load or after a crash. Use the log for debugging, not for accounting.',
        ]}
      />
    </>
  )
}

export function Authentication() {
  return (
    <>
      <Paragraph>
        Every request needs an API key. Create one in the dashboard under{' '}
        <Link href="/settings/api-keys" className={LINK_STYLE}>
          Settings, API keys
        </Link>
        . It is shown once: the service stores only a keyed hash of it. Keys start with `cf_test_` or
        `cf_live_`, for your test account or your live account. The two accounts share no data.
      </Paragraph>
      <DocsTable
        label="Ways to send the key"
        className="min-w-[34rem]"
        head={['Where', 'For', 'Note']}
        rows={[
          ['`Authorization: Bearer YOUR_API_KEY`', 'Every endpoint', 'Recommended.'],
          ['`api_key` in the JSON body', 'POST', 'Equally safe: bodies are not logged.'],
          [
            '`?api_key=…` in the query',
            'GET',
            'Works, but proxies, load balancers and shells log URLs. Use the header.',
          ],
        ]}
      />
      <Paragraph>If you send both, the field wins. The commands on this page use the header:</Paragraph>
      <ShellVariables />
      <CodeBlock
        what="the other two ways"
        code={[
          `curl "$BASE/api/v2/invoice/$INVOICE_ID?api_key=$KEY"`,
          `curl "$BASE/api/v2/invoice" -H 'Content-Type: application/json' \\`,
          `  -d '{ "api_key": "'$KEY'", "email": "sam@example.com", "amount": 25 }'`,
        ].join('\n')}
      />
      <List
        items={[
          'An unknown, expired or revoked key gets 401 `Invalid API Key`. The error for a missing key differs by endpoint: see the errors of each.',
          'You can give a key an expiry date when you create it. To replace a key, rotate it: the new key works at once, and the old one keeps working for up to 7 days while you update your servers. Revoking takes effect at once.',
          'A key has one or more scopes: `read` for GET requests, `invoices` to create customers and invoices, `payouts` to add bank accounts and pay out. A new key has all three unless you choose. Without the scope of an endpoint, its answer is 403.',
          'A key can be limited to IP addresses or CIDR blocks, such as those of your servers. A request from elsewhere gets 403.',
          'If the operator has banned your vendor account, every endpoint except getting a customer and checking an invoice answers 403.',
        ]}
      />
    </>
  )
}
