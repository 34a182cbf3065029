import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Service, startService } from '@/e2e/fixtures/service'
import { atEnd, withClient } from './setup'

export type DemoService = {
  service: Service
  /** The demo vendor's session, as a Cookie header. */
  cookie: string
  /** Paths of the pages to measure: the invoice and its payment page differ on every start. */
  invoicePath: string
  payPath: string
  /** The sandbox's page to which the payment page leads. */
  checkoutPath: string
}

/** Starts the service on its own data and signs the demo vendor in. */
export async function startDemo(): Promise<DemoService> {
  const service = await startService()
  atEnd(() => service.stop())
  const demo = JSON.parse(readFileSync(join(service.dataDir, 'demo.json'), 'utf8'))
  const cookie = await signIn(service.url, demo)
  // Without a second factor the operator's pages lead to its set-up.
  const confirm = `UPDATE members SET totp_secret_encrypted = '-', totp_confirmed_at = now() WHERE email = $1`
  await withClient(service.databaseUrl, (client) => client.query(confirm, [demo.email]))
  const { id, link } = await openInvoice(service, demo.email)
  const payPath = new URL(link).pathname
  const checkoutPath = await openCheckout(service, payPath)
  return { service, cookie, invoicePath: `/invoices/${id}`, payPath, checkoutPath }
}

/** The path of a page, without ids and tokens. */
export function nameOf(path: string): string {
  return path.replace(/\/[^/]{20,}$/, '/…')
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

/** Presses the payment page's button, and returns the path to which it leads. */
async function openCheckout({ url }: Service, payPath: string): Promise<string> {
  const answer = await fetch(`${url}/api${payPath}/checkout`, { method: 'POST', redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? url).pathname
}

/** Creates an unpaid invoice through the API, as any vendor would. */
async function openInvoice(service: Service, email: string): Promise<{ id: string; link: string }> {
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
