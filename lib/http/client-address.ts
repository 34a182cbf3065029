import ipaddr from 'ipaddr.js'

/** Addresses that `TRUSTED_PROXIES` names: those from `network`, alike in their first `bits`. */
export type Proxies = readonly (readonly [network: Address, bits: number])[]

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Bits before the IPv4 address in an IPv6 address that carries one (`::ffff:10.0.0.1`). */
const MAPPED_BITS = 96

/** Parses addresses and CIDR blocks separated by commas; returns the first entry that is neither, if there is one. */
export function parseProxies(text: string): Proxies | string {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  return faultInBlocks(entries) ?? parseBlocks(entries)
}

function parseBlocks(texts: readonly string[]): Proxies {
  return texts.map(parseProxy).filter((block) => block !== null)
}

function parseProxy(entry: string): Proxies[number] | null {
  const [text = '', length, ...rest] = entry.split('/')
  const written = parseAddress(text)
  if (!written || rest.length > 0) return null
  if (length === undefined) return [written, bitsOf(written)]
  if (!/^\d{1,3}$/.test(length)) return null
  const isMapped = text.includes(':') && written instanceof ipaddr.IPv4
  const bits = Number(length) - (isMapped ? MAPPED_BITS : 0)
  // A block of all addresses would let every client claim any.
  return bits >= 1 && bits <= bitsOf(written) ? [written, bits] : null
}

function bitsOf(address: Address): number {
  return address instanceof ipaddr.IPv4 ? 32 : 128
}

/**
 * The client's address: the last one in X-Forwarded-For that is not a trusted proxy's, starting with the connection's
 * own. Whatever stands before it is the client's word. An entry that is no address ends the search at the proxy that
 * passed it on.
 */
export function clientAddressOf(
  peer: string | undefined,
  forwarded: string | undefined,
  proxies: Proxies,
): string {
  let address = parseAddress(peer ?? '')
  if (!address) return ''
  const entries = forwarded && isProxy(address, proxies) ? forwarded.split(',').reverse() : []
  for (const entry of entries) {
    const before = parseAddress(withoutPort(entry.trim()))
    if (!before) break
    address = before
    if (!isProxy(address, proxies)) break
  }
  return address.toString()
}

/**
 * The network whose connections count together: an IPv4 address, or the 2^64 addresses of IPv6 that one client has. Null
 * for a trusted proxy, which brings many clients, and for a connection that is gone.
 */
export function networkOf(peer: string | undefined, proxies: Proxies): string | null {
  const address = parseAddress(peer ?? '')
  if (!address || isProxy(address, proxies)) return null
  return address instanceof ipaddr.IPv4 ? address.toString() : address.parts.slice(0, 4).join(':')
}

/** True if the address is one of these or lies in one of these CIDR blocks. */
export function isWithin(address: string, blocks: readonly string[]): boolean {
  const parsed = parseAddress(address)
  if (!parsed) return false
  return isProxy(parsed, parseBlocks(blocks))
}

/** The first of the texts that is neither an address nor a CIDR block; null if there is none. */
export function faultInBlocks(blocks: readonly string[]): string | null {
  return blocks.find((block) => !parseProxy(block)) ?? null
}

export function isAddress(text: string): boolean {
  return parseAddress(text) !== null
}

function isProxy(address: Address, proxies: Proxies): boolean {
  return proxies.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits),
  )
}

/** Null for text that is no address. One of IPv4 that IPv6 carries is an IPv4 address here. */
function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  // An interface (`fe80::1%eth0`) is of no meaning elsewhere.
  const plain = text.replace(/%.*$/, '')
  return plain.includes(':') && ipaddr.IPv6.isValid(plain) ? ipaddr.process(plain) : null
}

/** Some proxies add the client's port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}
