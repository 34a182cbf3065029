import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** RFC 6052: a translator on an IPv6-only network puts the IPv4 address of the target into the last 32 bits. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** Azure's metadata and agent service: the one such address that looks public. */
const AZURE_WIRE_SERVER = '168.63.129.16'

/**
 * Whether an address is one that anybody on the internet could have: neither this machine, nor a private
 * network, nor a cloud's metadata service, nor anything reserved. False for what is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  // Turns an IPv4 address that is mapped into IPv6 (::ffff:127.0.0.1) back into itself.
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) return isPublicIpv4(address)
  if (address.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(-4)))
  // 2000::/3 is all of IPv6 that is handed out. Within it, 6to4 and Teredo addresses, which carry an IPv4
  // address too, have names of their own here and are refused with the reserved ones.
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast'
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== AZURE_WIRE_SERVER
}
