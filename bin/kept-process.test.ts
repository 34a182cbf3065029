import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { BEAT, KeptProcess, RETIRE, STARTED, SUCCESSOR } from './kept-process'

const BEAT_MS = 200
/** More than the longest silence and the first delay of a restart. */
const WAIT = { timeout: 15_000, interval: 50 }

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-kept-'))
const program = join(folder, 'program.mjs')
writeFileSync(program, `setInterval(() => process.send('${BEAT}'), ${BEAT_MS / 4})`)

const pids: (number | null)[] = []
const child: KeptProcess = new KeptProcess(
  'test',
  () => fork(program),
  () => pids.push(child.pid),
  BEAT_MS,
)

afterEach(() => child.stop())
afterAll(() => rmSync(folder, { recursive: true }))

test('a process that stands still is killed and started again, and one that answers is left alone', async () => {
  child.start()
  const first = child.pid ?? expect.fail('it did not start')
  process.kill(first, 'SIGSTOP')
  await expect.poll(() => pids, WAIT).toEqual([first, null, expect.any(Number)])
  const second = child.pid
  expect(() => process.kill(first, 0)).toThrow('ESRCH')
  // The second one has spoken for twice as long as the first one was silent.
  await new Promise((resolve) => setTimeout(resolve, 20 * BEAT_MS))
  expect(child.pid).toBe(second)
})

test('after a start that succeeded, the next restart comes soon', async () => {
  const brief = join(folder, 'brief.mjs')
  writeFileSync(brief, `process.send('${STARTED}', () => process.exit(1))`)
  const startedAt: number[] = []
  const failing: KeptProcess = new KeptProcess(
    'brief',
    () => fork(brief),
    () => failing.pid && startedAt.push(performance.now()),
  )
  failing.start()
  await expect.poll(() => startedAt.length, WAIT).toBe(6)
  await failing.stop()
  // Waiting twice as long each time, the last one would have waited four seconds.
  expect((startedAt[5] ?? 0) - (startedAt[4] ?? 0)).toBeLessThan(3000)
})

test('a process that beats but accepts no connection any more is replaced', async () => {
  const closing = join(folder, 'closing.mjs')
  writeFileSync(
    closing,
    `import { createServer } from 'node:http'
    const server = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1', () =>
      process.send({ sideDoorPort: server.address().port }))
    process.on('SIGUSR2', () => server.close(() => server.closeAllConnections()))
    setInterval(() => process.send('${BEAT}'), ${BEAT_MS / 4})`,
  )
  const doorPids: (number | null)[] = []
  const door: KeptProcess = new KeptProcess(
    'closing',
    () => {
      const child = fork(closing)
      child.on('message', (message) => message !== BEAT && opened.push(child.pid))
      return child
    },
    () => doorPids.push(door.pid),
    BEAT_MS,
  )
  const opened: unknown[] = []
  door.start()
  await expect.poll(() => opened.length, WAIT).toBe(1)
  const [first] = doorPids
  process.kill(first ?? expect.fail('it did not start'), 'SIGUSR2')
  await expect.poll(() => doorPids, WAIT).toEqual([first, null, expect.any(Number)])
  await expect.poll(() => opened.length, WAIT).toBe(2)
  // The second one has answered for longer than the first one did not.
  await new Promise((resolve) => setTimeout(resolve, 15 * BEAT_MS))
  expect(door.pid).toBe(doorPids[2])
  await door.stop()
})

test('a successor takes the place of a process once it serves, and one that never does leaves it alone', async () => {
  const serving = join(folder, 'serving.mjs')
  writeFileSync(
    serving,
    `setInterval(() => process.send('${BEAT}'), ${BEAT_MS / 4})
    process.on('message', (message) => message === '${RETIRE}' && process.exit(0))
    process.send('${STARTED}')`,
  )
  const programs = [serving]
  const forks: string[][] = []
  const kept: KeptProcess = new KeptProcess(
    'serving',
    (...args) => {
      forks.push(args)
      return fork(programs.at(-1) ?? '', args)
    },
    () => {},
    BEAT_MS,
    1500,
  )
  kept.start()
  const first = kept.pid ?? expect.fail('it did not start')
  // It beats, and never says that it serves.
  programs.push(program)
  expect(await kept.replace()).toBe(false)
  expect(kept.pid).toBe(first)
  const ending = join(folder, 'ending.mjs')
  writeFileSync(ending, 'process.exit(1)')
  programs.push(ending)
  expect(await kept.replace()).toBe(false)
  expect(kept.pid).toBe(first)
  programs.push(serving)
  expect(await kept.replace()).toBe(true)
  expect(kept.pid).not.toBe(first)
  expect(() => process.kill(first, 0)).toThrow('ESRCH')
  expect(forks).toEqual([[], [SUCCESSOR], [SUCCESSOR], [SUCCESSOR]])
  const second = kept.pid ?? expect.fail('it did not start')
  process.kill(second, 'SIGKILL')
  await expect.poll(() => kept.pid !== second && kept.pid, WAIT).toEqual(expect.any(Number))
  await kept.stop()
})

test('a stop ends a process that retires too', async () => {
  const slow = join(folder, 'slow.mjs')
  writeFileSync(
    slow,
    `setInterval(() => process.send('${BEAT}'), ${BEAT_MS / 4})
    process.on('SIGTERM', () => process.exit(0))
    process.send('${STARTED}')`,
  )
  const kept: KeptProcess = new KeptProcess(
    'slow',
    (...args) => fork(slow, args),
    () => {},
    BEAT_MS,
  )
  kept.start()
  const first = kept.pid ?? expect.fail('it did not start')
  const replaced = kept.replace()
  await expect.poll(() => kept.pid, WAIT).not.toBe(first)
  process.kill(first, 0)
  await kept.stop()
  expect(() => process.kill(first, 0)).toThrow('ESRCH')
  expect(await replaced).toBe(true)
})
