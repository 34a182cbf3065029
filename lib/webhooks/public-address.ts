import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** RFC 6052: a translator on an IPv6-only network puts the target's IPv4 address into the last 32 bits. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** Azure's metadata and agent service: the only such address that looks public. */
const AZURE_WIRE_SERVER = '168.63.129.16'

/**
 * True if an address is on the public internet: not this machine, a private network, a cloud's metadata service, or
 * anything reserved. False for text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  // Unwraps an IPv4 address mapped into IPv6 (::ffff:127.0.0.1).
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return isPublicIpv4(address)
  if (address.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(-4)))
  // 2000::/3 is all of the allocated IPv6 space. Within it, 6to4 and Teredo addresses, which also carry an
  // IPv4 address, have ranges of their own here and are refused with the reserved ones.
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast'
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== AZURE_WIRE_SERVER
}
