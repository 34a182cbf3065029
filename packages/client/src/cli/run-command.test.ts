import { expect, test } from 'vitest'
import { newSecret } from '../exam/examiner.ts'
import { FaultyReceiver } from '../exam/faulty-receiver.fixture.ts'
import { runInTerminal } from './terminal.fixture.ts'

test('without a command, or with an unknown one, it lists the commands', async () => {
  expect(await runInTerminal(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('exam') })
  expect(await runInTerminal([])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('exam') })
  expect(await runInTerminal(['toString'])).toMatchObject({ code: 2, err: expect.stringContaining('exam') })
  expect(await runInTerminal(['exam', '--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('counterfoil exam URL'),
  })
  expect((await runInTerminal(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test.each([
  [['exam'], 'Give the URL'],
  [['exam', 'nowhere'], 'Give the URL'],
  [['exam', 'http://127.0.0.1:1/'], 'For the exam you can use whsec_'],
  [['exam', 'http://127.0.0.1:1/', '--secrets', 'x'], '--secrets'],
  [['exam', 'http://127.0.0.1:1/', '--secret', 'foo'], '--secret begins with whsec_'],
  [['listen', '--url', 'localhost:4700', '--api-key', 'x'], 'such as http://localhost:3000'],
  [['listen', '--url', 'http://127.0.0.1:1', '--api-key', 'x', '--since', 'abc'], '--since is the number'],
  [['foo'], 'There is no command foo'],
  [['exam', 'http://127.0.0.1:1/', '--secret', newSecret(), '--settle-ms', 'x'], '--settle-ms'],
])('%j is a wrong use: exit code 2', async (args, message) => {
  const { code, out, err } = await runInTerminal(args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(message)
})

test.each([
  ['a report for a person', null, [], 0, 'Grade A: nothing found.'],
  ['JSON', 'first signature only', ['--json'], 1, '"grade":"C"'],
] as const)('an exam prints %s and exits by it', async (_, fault, flags, code, printed) => {
  const secret = newSecret()
  const receiver = await FaultyReceiver.start(secret, fault)
  const args = [
    'exam',
    receiver.url,
    '--state-url',
    `${receiver.stateUrl}?invoice_id={id}`,
    '--settle-ms',
    '30',
  ]
  const run = await runInTerminal([...args, ...flags], {
    env: { COUNTERFOIL_WEBHOOK_SECRET: secret },
  })
  expect(run).toMatchObject({ code, out: expect.stringContaining(printed) })
  await receiver.stop()
})

test('an exam that nobody answers has exit code 2', async () => {
  const secret = newSecret()
  const receiver = await FaultyReceiver.start(secret, null)
  await receiver.stop()
  const { code, out } = await runInTerminal(['exam', receiver.url, '--secret', secret])
  expect(code).toBe(2)
  expect(out).toContain('ECONNREFUSED')
  expect(out).toMatch(/^Nothing answers at /)
})
