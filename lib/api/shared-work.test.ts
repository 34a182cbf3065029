import { expect, test } from 'vitest'
import { setLogo } from '@/lib/branding/branding-dashboard'
import { photograph, picture } from '@/lib/branding/picture.fixture'
import { invoicePdf } from '@/lib/payments/invoice-dashboard'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'

/*
 * Work that a vendor can ask for without end, and that computes for long: the one who asks for the most of it delays nobody
 * else's.
 */

/** Of CPU, that of this process and of everybody's work in it: a busy machine makes it no longer. */
const MAX_WAIT_MS = 2000

/** A hundred items of the longest title, in letters of several fonts. */
const LONG_ITEMS = Array.from({ length: 100 }, (_, row) => ({
  title: Array.from({ length: 255 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((row * 7919 + at) % 1000)),
  ).join(''),
  quantityMicros: 1_000_000n,
  unitPriceMinor: 100n,
}))

async function person() {
  const vendor = await buildVendor()
  return { vendor, ask: (await signedIn(vendor.id)).ask }
}

type Person = Awaited<ReturnType<typeof person>>

async function documentOf({ vendor, ask }: Person, items?: typeof LONG_ITEMS) {
  const { id } = await buildInvoice(vendor.test, items && { items })
  return (signal?: AbortSignal) => ask(invoicePdf, `/api/dashboard/invoices/${id}/invoice.pdf`, { signal })
}

async function logoOf({ ask }: Person, bytes: Uint8Array) {
  const body = JSON.stringify({ base64: Buffer.from(bytes).toString('base64') })
  return (signal?: AbortSignal) =>
    ask(setLogo, '/api/dashboard/settings/branding/logo', { method: 'POST', body, signal })
}

const WORK = {
  documents: {
    requests: 60,
    waiting: 20,
    large: (who: Person) => documentOf(who, LONG_ITEMS),
    small: (who: Person) => documentOf(who),
  },
  logos: {
    requests: 30,
    waiting: 5,
    large: async (who: Person) => logoOf(who, await photograph()),
    small: async (who: Person) => logoOf(who, await picture('png')),
  },
}

test.each(Object.keys(WORK) as (keyof typeof WORK)[])(
  'a vendor who asks for a lot waits for its own, is refused beyond, and delays no other vendor: %s',
  { timeout: 120_000 },
  async (kind) => {
    const { requests, waiting, large, small } = WORK[kind]
    const request = await large(await person())
    const others = await small(await person())
    // The first one also loads libraries and fonts.
    expect((await others()).status).toBe(200)

    const client = new AbortController()
    const statuses: number[] = []
    const flood = Array.from({ length: requests }, async () => {
      const { status, headers } = await request(client.signal)
      statuses.push(status)
      return { status, retryAfter: headers.get('retry-after') }
    })
    await expect
      .poll(() => statuses.length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(requests - waiting - 1)
    const since = process.cpuUsage()
    expect((await others()).status).toBe(200)
    const { user, system } = process.cpuUsage(since)
    expect((user + system) / 1000).toBeLessThan(MAX_WAIT_MS)
    // Most of the flood is still to come.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(waiting / 2)

    client.abort()
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(requests - 2 * waiting)
    expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']))
    // Nobody draws or decodes for a client that is gone.
    expect(answers.filter(({ status }) => status === 499).length).toBeGreaterThan(waiting / 2)
    expect((await request()).status).toBe(200)
  },
)
