import { expect, test } from 'vitest'
import { numberParameters } from './statement'

test('each name is numbered once, and what only looks like one is left alone', () => {
  const text = `SELECT :id::uuid, ':quoted', "a:column", at AT TIME ZONE 'UTC' -- isn't :one
    FROM rows WHERE id = :id AND day > :from_day::date`
  expect(numberParameters(text)).toEqual({
    numbered: text.replaceAll(':id::', '$1::').replace('= :id', '= $1').replace(':from_day::', '$2::'),
    parameters: ['id', 'from_day'],
  })
})

test('a number in place of a name is refused', () => {
  expect(() => numberParameters('SELECT $1')).toThrow('a parameter has a name')
})
