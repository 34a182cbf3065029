import { Code, DocsTable, List, Paragraph } from '@/components/docs/prose'
import { CodeBlock } from '@/components/ui/code-block'
import { REQUESTS_KEPT_DAYS } from '@/lib/request-log/forget-old-requests'
import { OPERATOR_COMMANDS } from './operator-commands'
import { MAIL_SETTINGS, PROVIDER_SETTINGS, SETTINGS } from './settings'

export function Running() {
  return (
    <>
      <CodeBlock what="the command" code="npm start" />
      <Paragraph>
        It installs and builds what is missing or stale, starts a PostgreSQL of its own, brings the database
        up to date, serves web and worker, and prints the address and the sign-in of a demo vendor, which it
        makes at the first start. Ctrl-C stops all of it. `npm run dev` is the same from the sources, with hot
        reload.
      </Paragraph>
      <List
        items={[
          'Web and worker are processes of their own, and are started again when they end. So is the embedded database.',
          'Any of them may be killed at any moment. What was half done, a payout, a payment, a delivery, is found and finished, once.',
          'One installation uses a `DATA_DIR` at a time; a second start on the same folder is refused.',
          "The demo vendor has test data only. Where you don't want it, ban it.",
        ]}
      />
    </>
  )
}

export function Settings() {
  return (
    <>
      <Paragraph>
        Settings are variables of the environment, or lines of a file `.env` in the project's folder; the
        environment wins. `.env.example` is there to be copied. An empty value counts as not set. One that
        can't be used stops the start with a message that names it. Those of the providers are under Live
        mode.
      </Paragraph>
      <SettingsTable label="Settings" settings={SETTINGS} />
    </>
  )
}

function SettingsTable({ label, settings }: { label: string; settings: typeof SETTINGS }) {
  return (
    <DocsTable
      label={label}
      className="min-w-[44rem]"
      head={['Setting', 'Default', 'Takes', 'Meaning']}
      rows={settings.map(({ name, fallback, range, values, text }) => [
        `\`${name}\``,
        fallback && `\`${fallback}\``,
        range ? `${grouped(range[0])} to ${grouped(range[1])}` : values,
        text,
      ])}
    />
  )
}

function grouped(value: number): string {
  return value.toLocaleString('en-US')
}

export function Commands() {
  return (
    <>
      <Paragraph>
        They work while the service runs, from its folder and with its settings. `--vendor` takes the email
        address or the id of a vendor; amounts are in major units. With `--json` the answer is one line of
        JSON on standard output. An error is on standard error, with exit code 1.
      </Paragraph>
      <CodeBlock
        what="an example"
        code="npm run --silent admin -- wallet show --vendor demo@example.com --mode test --json"
      />
      <CodeBlock what="its answer" code='{"USD":{"available":"12.50","held":"0.00"}}' />
      <DocsTable
        label="Operator's commands"
        className="min-w-[40rem]"
        head={['Command', 'Flags', 'What it does']}
        rows={OPERATOR_COMMANDS.map(({ name, required, optional, text }) => [
          `\`${name}\``,
          <Flags key={name} required={required} optional={optional} />,
          text,
        ])}
      />
      <Paragraph>Flags in brackets may be left out.</Paragraph>
    </>
  )
}

function Flags({ required, optional }: { required: readonly string[]; optional: readonly string[] }) {
  const flags = [...required.map((name) => `--${name}`), ...optional.map((name) => `[--${name}]`)]
  return flags.map((flag) => (
    <span key={flag} className="mr-1.5 inline-block whitespace-nowrap sm:mr-0 sm:block">
      <Code>{flag}</Code>
    </span>
  ))
}

export function Health() {
  return (
    <>
      <CodeBlock what="the command" code='curl "$BASE/api/health"' />
      <CodeBlock what="the answer" code='{"status":"ok","database":"ok","migrations":"ok","worker":"ok"}' />
      <Paragraph>
        200 when the database answers, all migrations are applied and a worker has been heard of in the last
        20 seconds; else 503, `"status":"unavailable"`, and in place of `ok` what is wrong with the part. It
        tells of the installation as a whole, not of the one process that answers.
      </Paragraph>
      <List
        items={[
          'Logs are JSON on standard output, a line for each API request: id, method, path, status, duration, account. Never a query, a key, a card or an account number.',
          'The `X-Request-Id` of an answer is the `requestId` of its line, and of the line with the stack if it was a 500.',
          `The vendors' own request log is in the database: the worker deletes what is older than ${REQUESTS_KEPT_DAYS} days, up to 20,000 requests a minute.`,
          'Run `ledger verify` and, for the day before, `ledger reconcile` every night, and look at what they say when the exit code is not 0.',
        ]}
      />
    </>
  )
}

export function Backups() {
  return (
    <>
      <Paragraph>
        Two things, and neither is of use without the other: the database, and the secret key. Account numbers
        and webhook secrets are encrypted under the key, API keys hashed under it. The service refuses to
        start on a database that was written with another one.
      </Paragraph>
      <List
        items={[
          'With the embedded database: stop the service, copy all of `DATA_DIR`, start it. The folder holds the database and, in `secret.key`, the key.',
          "With a `DATABASE_URL`: back that server up by its own means, `pg_dump` or continuous archiving, and keep `SECRET_KEY`, or `DATA_DIR/secret.key` where you have not set it, in your secret store. Keep it away from the database's backup: both together reveal the account numbers.",
          'Restore both, start the service, and run `ledger verify`.',
          'A backup knows nothing of what came after it, payouts that were sent included. For money that must not be forgotten, use a server with a synchronous standby or continuous archiving, and compare with the provider after a restore: `ledger reconcile` does, a day at a time.',
        ]}
      />
    </>
  )
}

export function BehindProxy() {
  return (
    <List
      items={[
        'The service speaks HTTP. Put a proxy with a certificate in front, and set `PUBLIC_URL` to the `https://` address that the world uses.',
        'Set `TRUST_PROXY=1` so that limits on sign-ins and card payments count the client and not the proxy. Only then is `X-Forwarded-For` believed.',
        'The proxy should not write queries into its log: GET requests may carry a key there.',
        'Idle connections are kept for 65 seconds: let the proxy give them up after 60.',
      ]}
    />
  )
}

export function Scaling() {
  return (
    <>
      <Paragraph>
        Web and worker keep nothing to themselves: limits, locks, queue, leases and sessions are in the
        database, and a signed cookie names its session. Any number of either can share one PostgreSQL.
      </Paragraph>
      <List
        ordered
        items={[
          'Run a PostgreSQL of your own, 15 or later, and set `DATABASE_URL` on every machine. Its connections must be enough: `DATABASE_POOL_SIZE` for each process.',
          'Set the same `SECRET_KEY` and the same `PUBLIC_URL` on every machine. Moving from one machine, the key is the content of its `DATA_DIR/secret.key`.',
          'Run `npm start` on each, and a load balancer over their ports. On one machine, give each its own `PORT` and `DATA_DIR`.',
        ]}
      />
      <Paragraph>
        Each start brings one web and one worker process. To run more of one kind, in containers for instance,
        start them alone, with the settings in the environment, after one `npm start` has built and migrated:
      </Paragraph>
      <CodeBlock
        what="the commands"
        code={[
          'NODE_ENV=production node --import tsx bin/web.ts',
          'NODE_ENV=production node --import tsx bin/worker.ts',
        ].join('\n')}
      />
      <Paragraph>They need `DATABASE_URL` and `SECRET_KEY`, and stop in order on SIGTERM.</Paragraph>
    </>
  )
}

export function Upgrading() {
  return (
    <List
      ordered
      items={[
        'Back up.',
        'Stop the service, put the new sources in place, and start it. Packages, build and migrations follow by themselves. Processes that start together take turns at migrating.',
        'Look at `/api/health`, and run `ledger verify`.',
        'On several machines: stop all, upgrade one, then the others. Migrations only go forward; the way back is the backup.',
      ]}
    />
  )
}

export function LiveMode() {
  return (
    <>
      <Paragraph>
        Test mode works by itself. Live mode takes payments through Stripe and pays out through Airwallex. Set
        both up and start the service again; as long as one is missing, no live key can be made, by the
        dashboard or by `key create`, and the refusal says so.
      </Paragraph>
      <SettingsTable label="Settings of the providers" settings={PROVIDER_SETTINGS} />
      <List
        items={[
          "In Stripe, create a webhook endpoint for `PUBLIC_URL/api/providers/stripe` with the events `checkout.session.completed`, `checkout.session.async_payment_succeeded`, `checkout.session.async_payment_failed`, `checkout.session.expired`, `payment_intent.payment_failed` and `charge.refunded`. Buyers then pay on Stripe's page, which the payment link leads on to.",
          'In Airwallex, subscribe `PUBLIC_URL/api/providers/airwallex` to the events of payout transfers.',
          'What a provider sends is verified, and taken as a reason to ask it: an event that is late, repeated or lost does no harm, only the news takes longer.',
          'Let payouts settle before you put in the keys of another Airwallex account: one whose request may or may not have arrived in the first account is not sent from the second, and waits until the first one’s keys are back.',
        ]}
      />
    </>
  )
}

/** Which mail is sent to whom, when, and how reliably. */
export function MailSection() {
  return (
    <>
      <Paragraph>
        Buyers are mailed their invoice with its payment link, a reminder three days before it is due, one and
        seven days after, and a receipt; the holder of a bank account is told of a payout that was delivered.
        Vendors are mailed links to confirm their address and to set a new password, and once a day at most
        that webhooks fail. Mail to a customer is in the customer's language where it is known, else in the
        vendor's: English, Spanish, French, German or Arabic.
      </Paragraph>
      <SettingsTable label="Settings of mail" settings={MAIL_SETTINGS} />
      <List
        items={[
          'Without a mail server nothing goes out. Every mail is kept, and vendors read theirs under Mailbox. A server that is set up later sends none of what was kept. Mail with a link to a password is for the operator alone: `mail list` and `mail show`.',
          'Mail is written down in the transaction of the change that it tells of, and sent by the worker: there is no change without its mail, and a mail server that is slow or down holds up no request.',
          'Each cause has one mail. A worker that is killed after the server took a mail, and before that was written down, leaves it to be sent once more 90 seconds later. SMTP has no way to ask; the second copy has the `Message-ID` of the first, by which most mail programs show one.',
          'What the server can’t take now is tried again after 1, 5, 15, 30, 60, 120 and then every 240 minutes, for a day, or as long as the link in it works. An answer of 5xx to the recipient or to the content ends it at once.',
          'An invoice that is paid, and a payout that has come back, before its mail could go out: the mail is kept then. A banned vendor’s buyers are not asked for money.',
          'Test mode sends to the vendor’s own address alone, with or without a `+tag`, and marks every mail as a test. All other mail of test mode is kept.',
          'Mail to customers waits for nothing but this: the vendor has confirmed its own address. What is written before that is kept. A vendor can switch mail to customers off, per mode.',
          'What mails say is encrypted in the database. They load nothing when they are opened: no picture, no counter.',
        ]}
      />
    </>
  )
}
