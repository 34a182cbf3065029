import { expect, test } from 'vitest'
import { env } from '@/lib/env'
import { buyerLocale, localeCookie, statedLocale } from './buyer-locale'

const asking = (headers: Record<string, string>) => new Headers(headers)

test('a chosen language takes precedence over the browser’s', () => {
  const cookie = localeCookie('fr').split(';')[0] ?? ''
  expect(buyerLocale(asking({ 'accept-language': 'de', cookie: `a=b; ${cookie}` }))).toBe('fr')
  expect(buyerLocale(asking({ 'accept-language': 'de' }))).toBe('de')
})

test('a chosen language is kept on https too, where its cookie has another name', () => {
  const usual = env.PUBLIC_URL
  env.PUBLIC_URL = 'https://pay.example'
  try {
    const cookie = localeCookie('fr').split(';')[0] ?? ''
    expect(cookie).toBe('__Host-counterfoil-locale=fr')
    expect(buyerLocale(asking({ cookie }))).toBe('fr')
  } finally {
    env.PUBLIC_URL = usual
  }
})

test('an unsupported choice is ignored', () => {
  expect(buyerLocale(asking({ 'accept-language': 'de', cookie: 'counterfoil-locale=xx' }))).toBe('de')
  expect(buyerLocale(asking({}))).toBe('en')
})

test('a program that states no language has none', () => {
  expect(statedLocale(asking({}))).toBeNull()
  expect(statedLocale(asking({ 'accept-language': '*' }))).toBeNull()
  expect(statedLocale(asking({ 'accept-language': '*', cookie: 'counterfoil-locale=ar' }))).toBe('ar')
  expect(statedLocale(asking({ 'accept-language': 'ko' }))).toBe('en')
})
