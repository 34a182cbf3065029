import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BEAT, RETIRE, STARTED } from './kept-process'

/** A process that has started, and what it says except that it beats. */
async function startProcess(): Promise<{ child: ChildProcess; said: unknown[] }> {
  const child = fork(join(import.meta.dirname, 'lifetime.fixture.ts'), { execArgv: ['--import', 'tsx'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: unknown[] = []
  child.on('message', (message) => message !== BEAT && said.push(message))
  await expect.poll(() => said, { timeout: 60_000 }).toEqual([STARTED])
  return { child, said }
}

test.each([
  ['is told to stop', (child: ChildProcess) => child.kill('SIGTERM')],
  ['has lost its supervisor', (child: ChildProcess) => child.disconnect()],
])('a process that retires and then %s ends at once', async (_, end) => {
  const { child, said } = await startProcess()
  child.send(RETIRE)
  await expect.poll(() => said, { timeout: 60_000 }).toEqual([STARTED, 'retiring'])
  const exited = once(child, 'exit')
  end(child)
  expect(await exited).toEqual([0, null])
})
