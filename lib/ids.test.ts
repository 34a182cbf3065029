import { afterEach, expect, it } from 'vitest'
import { setClock } from '@/lib/time/clock'
import { isId, newId } from './ids'

afterEach(() => setClock(null))

it('ids made one after the other sort in that order, within a millisecond too', () => {
  setClock(() => new Date('2026-03-01T00:00:00Z'))
  const ids = Array.from({ length: 5000 }, newId)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isId)).toBe(true)
})

it('an id begins with the time that the domain goes by', () => {
  setClock(() => new Date(0x0190_0000_0000))
  expect(newId()).toMatch(/^01900000-0000-7/)
})
