import { expect, test } from 'vitest'
import type { Outcome } from './outcome'
import { untilAbortedWith } from './until-aborted'

const untilAborted = untilAbortedWith({
  late: 'no answer in time',
  of: (error) => `failed: ${error instanceof Error ? error.name : 'unknown'}`,
})

const accepted: Outcome<string> = { kind: 'accepted', value: 'tr_1' }
const late: Outcome<string> = { kind: 'unknown', reason: 'no answer in time' }

test('work that ends in time returns its own outcome', async () => {
  expect(await untilAborted(new AbortController().signal, async () => accepted)).toEqual(accepted)
})

test('work never starts once the signal has aborted', async () => {
  let hasStarted = false
  const work = async () => {
    hasStarted = true
    return accepted
  }
  expect(await untilAborted(AbortSignal.abort(), work)).toEqual(late)
  expect(hasStarted).toBe(false)
})

test('an abort ends the wait, and a later failure has no effect', async () => {
  const controller = new AbortController()
  let fail = (_error: Error) => {}
  const work = new Promise<Outcome<string>>((_resolve, reject) => {
    fail = reject
  })
  const outcome = untilAborted(controller.signal, () => work)
  controller.abort()
  expect(await outcome).toEqual(late)
  fail(new TypeError('too late'))
  await expect(work).rejects.toThrow('too late')
})

test('a failure is unknown, with our own reason instead of its message', async () => {
  const outcome = await untilAborted(new AbortController().signal, () =>
    Promise.reject(new RangeError('account 000123456789')),
  )
  expect(outcome).toEqual({ kind: 'unknown', reason: 'failed: RangeError' })
})
