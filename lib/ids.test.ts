import { afterEach, expect, test } from 'vitest'
import { setClock } from '@/lib/time/clock'
import { isId, newId } from './ids'

afterEach(() => setClock(null))

test('ids created in sequence sort in that order, even within a millisecond', () => {
  setClock(() => new Date('2026-03-01T00:00:00Z'))
  const ids = Array.from({ length: 5000 }, newId)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isId)).toBe(true)
})

test('an id starts with the current time of the clock', () => {
  setClock(() => new Date(0x0190_0000_0000))
  expect(newId()).toMatch(/^01900000-0000-7/)
})
