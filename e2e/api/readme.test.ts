import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { apiService } from '../fixtures/api-client'
import { cleanEnvironment } from '../fixtures/service'

const { url, settings } = apiService

test('the commands of the README lead from nothing to a payout, and the ledger is sound', async () => {
  const [, commands = ''] =
    /## Your first payout[\s\S]*?```sh\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? []
  expect(commands).toContain('http://localhost:3000')
  const script = `set -e\n${commands.replaceAll('http://localhost:3000', url)}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: cleanEnvironment(settings) })
  const [link = '', ...answers] = stdout
    .trim()
    .split('\n')
    .flatMap((line) => line.split(/(?<=\})(?=\{)/))
  expect(link).toMatch(new RegExp(`^${url}/pay/\\w+$`))
  const [payment, invoice, payout, wallet, ledger] = answers.map((answer) => JSON.parse(answer))
  expect(payment).toMatchObject({ invoice: { status: 'Paid' } })
  expect(invoice).toMatchObject({ invoice: { status: 'Paid', amount: 103.2 } })
  expect(payout).toMatchObject({ payout: { status: 'PAID', amount: 25.5 } })
  expect(wallet.USD).toMatchObject({ available: expect.any(String), held: expect.any(String) })
  expect(ledger).toMatchObject({ ok: true })
})
