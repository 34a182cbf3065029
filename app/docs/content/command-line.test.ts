import { expect, test } from 'vitest'
import { runInTerminal } from '@/packages/client/src/cli/terminal.fixture'
import { fencesOf, rowsOf } from './content.fixture'

test('the guide names every command, and no other', async () => {
  const { out } = await runInTerminal(['--help'])
  const named = [...out.matchAll(/^ {2}([\w-]+) {2,}/gm)].map(([, name]) => name)
  expect(
    rowsOf('command-line', 'Commands')
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(named.toSorted())
})

const lines = fencesOf('command-line')
  .flatMap(({ code }) => code.split('\n'))
  .filter((line) => line.startsWith('npx counterfoil '))

test.each(lines)('%s: there is the command, and it has each flag', async (line) => {
  const [, , name = '', ...rest] = line.replace(/ -- .*/, '').split(' ')
  const { code, out: usage } = await runInTerminal([name, '--help'])
  expect([code, usage]).toEqual([0, expect.stringContaining(`counterfoil ${name}`)])
  for (const flag of rest.filter((word) => word.startsWith('--'))) expect(usage).toContain(flag)
  if (name === 'trigger') expect(usage).toContain(rest[0])
})
