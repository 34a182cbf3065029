import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { connectionPool, database } from './client'
import { describeError, sentenceOf } from './describe-error'

const SECRET = 'hunter2-hunter2'
const ID = '019aa1b2-7c3d-7e4f-8a9b-0c1d2e3f4a5b'

async function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(work).then(
    () => expect.fail('this fails'),
    (error) => error,
  )
}

describe('an error of the database', () => {
  test.each<[string, () => PromiseLike<unknown>, string]>([
    [
      'a value of the wrong type',
      () => connectionPool().query('SELECT $1::uuid', [SECRET]),
      'The database refused a statement (22P02)',
    ],
    [
      'a row that breaks a constraint',
      () => connectionPool().query('INSERT INTO vendors (id, email) VALUES ($1, $2)', [ID, SECRET]),
      'null value in column "name" of relation "vendors" violates not-null constraint (23502)',
    ],
    [
      'a missing table',
      () => connectionPool().query('SELECT $1::text FROM missing', [SECRET]),
      'relation "missing" does not exist (42P01)',
    ],
    [
      'a failed statement of Prisma',
      () => database().$queryRaw`SELECT ${SECRET}::uuid`,
      'The database refused a statement (22P02)',
    ],
    [
      'a refused call of Prisma',
      () => database().vendor.findUnique({ where: { id: SECRET } }),
      'The database refused a statement (22P02)',
    ],
    [
      'a call that Prisma does not understand',
      () => database().vendor.create({ data: { email: SECRET } as never }),
      'The database client failed',
    ],
  ])('is told without its values: %s', async (_, work, sentence) => {
    const error = await failureOf(work())
    expect(sentenceOf(error)).toBe(sentence)
    const described = describeError(error)
    expect(described.stack).toContain('describe-error.test.ts')
    expect(inspect(described)).not.toContain(SECRET)
  })
})

test('any other error keeps its message', () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect(sentenceOf(refused)).toBe('ECONNREFUSED')
  expect(sentenceOf(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBe('write EPIPE')
  const error = new TypeError('no such thing')
  expect(describeError(error)).toEqual({ name: 'TypeError', message: 'no such thing', stack: error.stack })
  expect(describeError('text')).toEqual({ name: 'unknown', message: 'string thrown' })
})
