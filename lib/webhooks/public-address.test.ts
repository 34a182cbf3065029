import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address'

/** A URL's host as the transport sees it: without the brackets of IPv6. */
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

const PUBLIC = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.255.255', '172.32.0.1', '2606:4700:4700::1111']

const NOT_PUBLIC = {
  'this machine': ['127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '0.1.2.3', '::'],
  'private networks': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1'],
  'the link': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0'],
  'metadata services': [
    '169.254.169.254',
    '100.100.100.200',
    'fd00:ec2::254',
    '192.0.0.192',
    '168.63.129.16',
  ],
  'carrier NAT': ['100.64.0.1', '100.127.255.255'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  'reserved ranges': ['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '2001:db8::1'],
  'old and unassigned IPv6': ['fec0::1', '100::1', '3fff::1', '5f00::1', '4000::1', '::7f00:1'],
  'IPv4 mapped into IPv6': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'],
  'translated addresses': [
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::8.8.8.8',
  ],
  '6to4 and Teredo': ['2002:7f00:1::', '2002:808:808::', '2001:0:4136:e378:8000:63bf:80ff:fffe'],
  'no address': ['', 'localhost', 'example.com', '1.2.3.4.5', '[::1]', '10.0.0.1/8'],
}

test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each(Object.entries(NOT_PUBLIC))('%s: not public', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('a public address stays public when it is mapped or translated', () => {
  expect(isPublicAddress('::ffff:8.8.8.8')).toBe(true)
  expect(isPublicAddress('64:ff9b::8.8.8.8')).toBe(true)
})

test.each([
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://①②⑦.0.0.1/',
  'http://0/',
  'http://[::ffff:127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:7f00:0001]/',
  'http://0xa9fea9fe/',
])('%s is recognized as the address it is', (url) => {
  expect(isPublicAddress(hostOf(url))).toBe(false)
})

test('an IPv4 address is judged the same however it is wrapped in IPv6', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
      const address = octets.join('.')
      const verdict = isPublicAddress(address)
      expect(isPublicAddress(`::ffff:${address}`)).toBe(verdict)
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(verdict)
      expect(isPublicAddress(ipaddr.IPv4.parse(address).toIPv4MappedAddress().toNormalizedString())).toBe(
        verdict,
      )
    }),
  )
})
