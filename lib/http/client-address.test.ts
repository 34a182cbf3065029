import { expect, test } from 'vitest'
import { clientAddressOf, type Proxies, parseProxies } from './client-address'

function proxies(text: string): Proxies {
  const parsed = parseProxies(text)
  if (typeof parsed === 'string') throw new Error(`${parsed} was refused`)
  return parsed
}

const TWO_HOPS = proxies('10.0.0.0/8, 192.0.2.1, 2001:db8:1::/48')

test.each([
  ['a client that connects itself', '203.0.113.7', undefined, '203.0.113.7'],
  ['a client that connects itself and lies', '203.0.113.7', '8.8.8.8', '203.0.113.7'],
  ['one proxy', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['one proxy, with an IPv4 address in IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
  ['two proxies', '10.0.0.1', '203.0.113.7, 192.0.2.1', '203.0.113.7'],
  ['a spoofed chain', '10.0.0.1', '8.8.8.8, 203.0.113.7', '203.0.113.7'],
  ['a spoofed chain through two proxies', '10.0.0.1', '8.8.8.8, 203.0.113.7, 192.0.2.1', '203.0.113.7'],
  ['a chain that claims our own proxy', '10.0.0.1', '10.0.0.9, 203.0.113.7', '203.0.113.7'],
  ['nothing but proxies: the first', '10.0.0.1', '10.0.0.9, 192.0.2.1', '10.0.0.9'],
  ['a proxy of IPv6', '2001:db8:1::5', '2001:db8:2:0::0007', '2001:db8:2::7'],
  ['ports', '10.0.0.1', '203.0.113.7:4711, [2001:db8:1::1]:443', '203.0.113.7'],
  ['an address in brackets', '10.0.0.1', '[2001:db8:2::7]', '2001:db8:2::7'],
  ['an interface', 'fe80::1%eth0', '8.8.8.8', 'fe80::1'],
  ['a proxy that names nobody', '10.0.0.1', ' , ', '10.0.0.1'],
  ['garbage', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['garbage before a proxy', '10.0.0.1', '203.0.113.7, <script>, 192.0.2.1', '192.0.2.1'],
  ['an address in other notations', '10.0.0.1', '0x7f.1', '10.0.0.1'],
  ['a number', '10.0.0.1', '3405803783', '10.0.0.1'],
  ['a long header', '10.0.0.1', `${'8.8.8.8,'.repeat(2000)}203.0.113.7`, '203.0.113.7'],
  ['a connection that has ended', undefined, '8.8.8.8', ''],
])('the client behind %s', (_, peer, forwarded, client) => {
  expect(clientAddressOf(peer, forwarded, TWO_HOPS)).toBe(client)
})

test('without proxies the header counts for nothing', () => {
  expect(clientAddressOf('10.0.0.1', '203.0.113.7', [])).toBe('10.0.0.1')
})

test('a block of IPv4 addresses may be written as IPv6', () => {
  expect(clientAddressOf('10.1.2.3', '203.0.113.7', proxies('::ffff:10.0.0.0/104'))).toBe('203.0.113.7')
})

test.each([
  'all',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '::/0',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.1',
  'proxy.example',
  '::1::',
])('%s names no proxy', (entry) => {
  expect(parseProxies(`127.0.0.1, ${entry}`)).toBe(entry)
})
