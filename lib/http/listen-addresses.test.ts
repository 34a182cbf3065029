import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { type Proxies, parseProxies } from './client-address'
import { isLocalInstallation, listen, listenAddresses } from './listen-addresses'

const { BIND, PUBLIC_URL, TRUSTED_PROXIES } = env
const reset = () => Object.assign(env, { BIND, PUBLIC_URL, TRUSTED_PROXIES })
beforeEach(() => void Object.assign(env, { BIND: undefined, PUBLIC_URL: 'http://localhost:3000' }))
afterEach(() => void reset())

const LOCAL = ['127.0.0.1', '::1']

describe('where the service listens, and whether only this machine reaches it:', () => {
  test.each([
    ['http://localhost:3000', undefined, LOCAL, true],
    ['http://127.0.0.1', undefined, LOCAL, true],
    ['http://[::1]:8080', undefined, LOCAL, true],
    ['http://shop.localhost', undefined, LOCAL, true],
    ['http://localhost:3000', '127.0.0.1', ['127.0.0.1'], true],
    ['http://localhost:3000', '::1', ['::1'], true],
    ['http://localhost:3000', '0.0.0.0', ['0.0.0.0'], false],
    ['http://localhost:3000', '::', ['::'], false],
    ['http://localhost:3000', '192.0.2.1', ['192.0.2.1'], false],
    ['https://pay.example.com', undefined, [], false],
    ['http://10.0.0.1', undefined, [], false],
    ['https://pay.example.com', '127.0.0.1', ['127.0.0.1'], false],
  ])('PUBLIC_URL %s, BIND %s', (url, bind, addresses, isLocal) => {
    Object.assign(env, { PUBLIC_URL: url, BIND: bind })
    expect(listenAddresses()).toEqual(addresses)
    expect(isLocalInstallation()).toBe(isLocal)
  })

  test('a trusted proxy brings others to a loopback address', () => {
    env.TRUSTED_PROXIES = parseProxies('127.0.0.1') as Proxies
    expect(isLocalInstallation()).toBe(false)
  })
})

test('an address that the machine lacks is left out only where another one is there', async () => {
  const lacking = { port: 0, address: '192.0.2.1' }
  expect(await listen(createServer(), { ...lacking, isOptional: true })).toBe(false)
  await expect(listen(createServer(), { ...lacking, isOptional: false })).rejects.toThrow('EADDRNOTAVAIL')
})
