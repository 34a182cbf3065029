import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Service, startService } from '@/e2e/fixtures/service'

export type DemoService = {
  service: Service
  /** The demo vendor's session, as a Cookie header. */
  cookie: string
  /** Paths of the pages to measure: the invoice and its payment page differ on every start. */
  invoicePath: string
  payPath: string
}

/** Starts the service on its own data, signs the demo vendor in, and stops everything after the work. */
export async function withDemoService<Result>(work: (demo: DemoService) => Promise<Result>): Promise<Result> {
  const service = await startService()
  try {
    const demo = JSON.parse(readFileSync(join(service.dataDir, 'demo.json'), 'utf8'))
    const cookie = await signIn(service.url, demo)
    // Without a second factor the operator's pages lead to its set-up.
    await turnOnSecondFactor(service, demo.email)
    const { id, link } = await openInvoice(service)
    return await work({ service, cookie, invoicePath: `/invoices/${id}`, payPath: new URL(link).pathname })
  } finally {
    await service.stop()
  }
}

async function turnOnSecondFactor({ databaseUrl }: Service, email: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client
    .query(`UPDATE members SET totp_secret_encrypted = '-', totp_confirmed_at = now() WHERE email = $1`, [
      email,
    ])
    .finally(() => client.end())
}

/** Signs a vendor in and returns its session as a Cookie header. */
export async function signIn(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const token = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await token.json()) as { csrfToken: string }
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(token) },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  })
  const cookie = cookiesOf(answer)
  if (!cookie.includes('session-token')) throw new Error(`${email} can't sign in: ${answer.status}`)
  return cookie
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Creates an unpaid invoice through the API, as any vendor would. */
async function openInvoice(service: Service): Promise<{ id: string; link: string }> {
  const { email } = JSON.parse(readFileSync(join(service.dataDir, 'demo.json'), 'utf8'))
  const { key } = await service.admin<{ key: string }>(['key', 'create', '--vendor', email, '--mode', 'test'])
  const response = await fetch(`${service.url}/api/v2/invoice`, {
    method: 'POST',
    body: JSON.stringify({
      api_key: key,
      email: 'ada@example.com',
      items: [{ title: 'Consulting, hours', qty: 3, price: 95 }],
    }),
  })
  const { invoice } = (await response.json()) as { invoice: { id: string; payment_link: string } }
  return { id: invoice.id, link: invoice.payment_link }
}
