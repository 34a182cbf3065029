import { faultInBlocks } from '@/lib/http/client-address'

const MAXIMUM_ADDRESSES = 50

/** Splits a list of addresses and CIDR blocks, by commas, spaces or lines; or says in words what is wrong. */
export function parseAddresses(text: string): { addresses: string[] } | { fault: string } {
  const addresses = [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))]
  if (addresses.length > MAXIMUM_ADDRESSES) return { fault: `List at most ${MAXIMUM_ADDRESSES} addresses` }
  const wrong = faultInBlocks(addresses)
  if (wrong === null) return { addresses }
  return { fault: `“${wrong.slice(0, 64)}” is not an IP address or CIDR block such as 203.0.113.0/24` }
}
