import type { Actor } from '../actor'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'

/** Addresses that lead inside, or to nobody outside. */
const IPV4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.0.0.53',
  '127.1.2.3',
  '127.255.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
]
const IPV6 = [
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::7f00:1',
  '::127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2001:10::1',
  '2001:20::1',
  '2002:7f00:1::1',
  '2002:a9fe:a9fe::1',
  '2002:c0a8:1::',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff01::1',
  'ff02::1',
  'ff05::1:3',
  '3fff::1',
  '5f00::1',
  '4000::1',
]
const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'ip6-localhost',
  'metadata.google.internal',
]
const ODD = [
  '127.1',
  '127.0.1',
  '0',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0x7f000001',
  '2130706433',
  '0000177.0.0.1',
  '0xa9fea9fe',
  '2852039166',
]

/** About two hundred ways to write where a webhook must not go. */
function corpus(port: number): string[] {
  const whole = (address: string) => {
    const parts = address.split('.').map(Number)
    const number = parts.reduce((sum, part) => sum * 256 + part, 0)
    const hex = `0x${number.toString(16)}`
    const octal = parts.map((part) => `0${part.toString(8)}`).join('.')
    return [address, String(number), hex, octal]
  }
  const hosts = [...IPV4.flatMap(whole), ...NAMES, ...ODD]
  const mapped = IPV4.map((address) => `::ffff:${address}`)
  const literals = [...IPV6, ...mapped].map((address) => `[${address}]`)
  return [...hosts, ...literals].map((host) => `http://${host}:${port}/canary`)
}

const REFUSED = /not public|could not be resolved|has no address|not valid|not http|user name/

/** Webhooks to addresses inside, on an installation that does not allow them. */
export const privateAddresses: Scene = {
  name: 'private-addresses',
  finds: 'a way to write an address that makes the service call its own network',
  async run(stage, random, { count }) {
    await stage.restartWith({ WEBHOOKS_ALLOW_PRIVATE: '0', PUBLIC_URL: 'https://counterfoil.example' })
    const actor = await stage.actor({ mode: 'live' })
    const urls = random.shuffled(corpus(stage.receivers.port))
    const sample = urls.slice(0, count(urls.length * 20, 10))
    await inParallel(sample.length, 6, (index) =>
      tryAddress(stage, actor, sample[index] ?? '', random.fork(index).uuid()),
    )
    const open = () =>
      stage.rows(
        `SELECT 1 FROM invoices i
           LEFT JOIN webhook_deliveries d ON d.account_id = i.account_id AND d.invoice_id = i.id
          WHERE i.account_id = $1 AND (i.status <> 'PAID' OR d.status = 'PENDING' AND d.attempt_count = 0) LIMIT 1`,
        [actor.account.id],
      )
    const isOver = await stage.until(async () => (await open()).length === 0)
    stage.tally.expect(isOver, 'not every address was tried')
    stage.tally.expect(!stage.receivers.wasHit('canary'), 'a webhook reached this machine')
    const attempts = await stage.rows<{ url: string; error: string | null; response_status: number | null }>(
      `SELECT url, a.error, response_status FROM webhook_attempts a
         JOIN webhook_deliveries d ON d.account_id = a.account_id AND d.id = a.delivery_id WHERE a.account_id = $1`,
      [actor.account.id],
    )
    stage.tally.expectNone(
      'addresses that were called',
      attempts.filter(({ error, response_status }) => response_status !== null || !REFUSED.test(error ?? '')),
    )
    // Nobody will ever answer there.
    await stage.rows(
      `UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL, lease_until = NULL
        WHERE account_id = $1 AND status = 'PENDING'`,
      [actor.account.id],
    )
    await stage.restartWith({})
  },
}

/** An invoice with the address, paid, so that there is something to tell it. */
async function tryAddress(stage: Stage, actor: Actor, webhook_url: string, key: string): Promise<void> {
  stage.tally.faults += 1
  const invoice = await actor.openLiveInvoice(1000, key, { webhook_url })
  if (!invoice) return
  await stage.payAtStripe(invoice.session)
}
