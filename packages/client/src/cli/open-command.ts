import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { Counterfoil } from '../client.ts'
import { ApiError } from '../errors.ts'
import type { Event } from '../generated/api.ts'
import { CONNECTION_OPTIONS, connect } from './connection.ts'
import { type Command, UsageError } from './terminal.ts'

type Target = { what: string; path: string }

/** Programs that open an address in the browser, by platform. None is a shell, which would read `&` as its own. */
const OPENERS: Record<string, [program: string, ...args: string[]]> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

export const openCommand: Command = {
  summary: 'Find an id, and open its page in the dashboard',
  usage: `counterfoil open ID [--print] [--url URL] [--api-key KEY]

ID is that of a customer, an invoice, a payout, an event, a request, or a transaction_id that a buyer came back with.

  --print  only says what it is and where its page is`,
  async run(args, terminal) {
    const options = { ...CONNECTION_OPTIONS, print: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [id] = positionals
    if (!id) throw new UsageError('Give an id')
    const { client, baseUrl } = connect(values, terminal)
    const target = await find(client, id, terminal.signal)
    if (!target) {
      terminal.err(`Nothing in this account has the id ${id}`)
      return 1
    }
    const address = `${baseUrl.replace(/\/+$/, '')}${target.path}`
    terminal.out(`${target.what}  ${address}`)
    if (!values.print) openInBrowser(address)
    return 0
  },
}

async function find(client: Counterfoil, id: string, signal: AbortSignal): Promise<Target | null> {
  const looks: Promise<Target | null>[] = [
    client.invoices.get(id, { signal }).then(({ invoice }) => ({
      what: `invoice, ${invoice.status}`,
      path: pagePath('invoices', invoice.id),
    })),
    client.payouts
      .get(id, { signal })
      .then(({ payout }) => ({ what: `payout, ${payout.status}`, path: pagePath('payouts', payout.id) })),
    client.customers.get(id, { signal }).then(({ customer }) => ({
      what: `customer, ${customer.name}`,
      path: pagePath('customers', customer.id),
    })),
    client.events
      .get(id, { signal })
      .then(({ event }) => ({ what: `event, ${event.type}`, path: pathOf(event) })),
    client.traces
      .get(id, { signal })
      .then(({ trace }) =>
        trace.kind === 'request'
          ? { what: 'request', path: pagePath('developers', 'requests', trace.id) }
          : null,
      ),
    client.invoices
      .list({ transaction_id: id }, { signal })
      .then(({ invoices: [invoice] }) =>
        invoice
          ? { what: `payment of an invoice, ${invoice.status}`, path: pagePath('invoices', invoice.id) }
          : null,
      ),
  ]
  const targets = await Promise.all(looks.map((look) => look.catch(nothing)))
  return targets.find((each) => each !== null) ?? null
}

/** An id of another kind, which a filter may refuse instead of finding nothing. */
function nothing(error: unknown): null {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
  throw error
}

/** The page of what an event is about. */
function pathOf({ type, data }: Pick<Event, 'type' | 'data'>): string {
  const [subject = ''] = type.split('.')
  if ('invoice_id' in data) return pagePath('invoices', data.invoice_id)
  return pagePath(`${subject}s`, String(data.id))
}

/** The ids are what the server answered, and nobody has to trust it with the address that a program gets to open. */
function pagePath(...segments: string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
}

/** The program and its arguments that show an address in the user's browser. */
export function browserCommand(address: string, platform: string): [program: string, ...args: string[]] {
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open']
  return [program, ...args, address]
}

function openInBrowser(address: string): void {
  const [program, ...args] = browserCommand(address, process.platform)
  // Without a browser, the user has the printed address.
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
