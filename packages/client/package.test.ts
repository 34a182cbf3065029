import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from './package.json' with { type: 'json' }

let folder: string

const node = (args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-package-'))
  copyFileSync('packages/client/package.json', join(folder, 'package.json'))
  const args = ['node_modules/typescript/bin/tsc', '-p', 'packages/client', '--outDir', join(folder, 'dist')]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status, stdout).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the built package can be imported by its name, by plain Node.js without any other package', () => {
  const program = `
    import { Counterfoil, verifyWebhook } from 'counterfoil'
    const client = new Counterfoil({ apiKey: 'k', baseUrl: 'https://pay.example.com' })
    console.log(typeof client.invoices.create, typeof verifyWebhook)`
  const { stdout, stderr } = node(['--input-type=module', '-e', program])
  expect({ stdout, stderr }).toEqual({ stdout: 'function function\n', stderr: '' })
})

test('its command line runs, and its types are where the manifest says', () => {
  expect(node([manifest.bin.counterfoil, '--version']).stdout).toBe(`${manifest.version}\n`)
  expect(node([manifest.bin.counterfoil]).status).toBe(2)
  expect(existsSync(join(folder, manifest.exports['.'].types))).toBe(true)
})

test('nothing of its tests is published', () => {
  for (const name of ['scripted-server.fixture.js', 'client.test.js']) {
    expect(existsSync(join(folder, 'dist', name))).toBe(false)
  }
})
