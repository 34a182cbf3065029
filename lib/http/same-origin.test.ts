import { describe, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { refuseOtherOrigins } from './same-origin'

const OWN = new URL(env.PUBLIC_URL).origin

function outcomeOf(headers: Record<string, string>): string {
  try {
    refuseOtherOrigins({ headers: new Headers(headers) })
    return 'accepted'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a write', () => {
  test.each([
    ['a program, which sends neither header', {}],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: OWN }],
    ['our own page over plain HTTP, where browsers send the origin alone', { origin: OWN }],
    ['our own page under another name of the service', { origin: 'http://pay.local', host: 'pay.local' }],
  ])('from %s is accepted', (_, headers) => {
    expect(outcomeOf(headers)).toBe('accepted')
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' }],
    ['an address that was typed in', { 'sec-fetch-site': 'none' }],
    ['a site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: OWN }],
    ['another site over plain HTTP', { origin: 'http://evil.example', host: 'localhost:3000' }],
    ['a frame without an origin', { origin: 'null' }],
    ['an origin that is none', { origin: '//evil.example' }],
  ])('from %s is refused', (_, headers) => {
    expect(outcomeOf(headers)).toBe('cross_site_request')
  })
})
