import { once } from 'node:events'
import type { Server } from 'node:net'
import ipaddr from 'ipaddr.js'
import { env } from '@/lib/env'

/** Browsers try both for `localhost`. A machine may be without the second. */
const LOOPBACK = ['127.0.0.1', '::1']

/**
 * The addresses that the service listens on: the one of `BIND`, or else this machine's own while `PUBLIC_URL` says that
 * only its people use the service. None means every interface.
 */
export function listenAddresses(): readonly string[] {
  if (env.BIND) return [env.BIND]
  return isLoopbackHost(new URL(env.PUBLIC_URL).hostname) ? LOOPBACK : []
}

/**
 * True if only this machine's own people and programs reach the service, which can reach its other services anyway. A
 * proxy brings others to a loopback address too.
 */
export function isLocalInstallation(): boolean {
  const addresses = listenAddresses()
  const isBoundHere = addresses.length > 0 && addresses.every(isLoopbackAddress)
  return isBoundHere && isLoopbackHost(new URL(env.PUBLIC_URL).hostname) && env.TRUSTED_PROXIES.length === 0
}

/** True if an address is this machine's own: 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'
}

/** True if a URL's host is this machine by its own words, without asking DNS, which anybody can point here. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  return /^(?:.+\.)?localhost$/i.test(host) || isLoopbackAddress(host)
}

/** Starts to listen; false if the address is optional and this machine doesn't have it. Throws the system's error. */
export async function listen(
  server: Server,
  { port, address, isOptional }: { port: number; address: string | undefined; isOptional: boolean },
): Promise<boolean> {
  server.listen({ port, host: address })
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (isOptional && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) return false
    throw error
  }
}
