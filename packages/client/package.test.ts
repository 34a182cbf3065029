import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from './package.json' with { type: 'json' }

/** The packed packages, and a project that has installed one. */
let packed: string
let project: string

function run(file: string, args: string[]): { stdout: string; stderr: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync(file, args, { cwd: project, encoding: 'utf8' })
  return { stdout, stderr, status }
}

const node = (args: string[]) => run(process.execPath, args)
const hasPython = spawnSync('python3', ['-c', 'import ensurepip']).status === 0

/** Where Python keeps the archive of its pip, which runs from there: to unpack it would take most of the time. */
const PIP_ARCHIVE = `
import ensurepip, pathlib
folder = getattr(ensurepip, '_WHEEL_PKG_DIR', None) or pathlib.Path(ensurepip.__file__).parent / '_bundled'
print(next(pathlib.Path(folder).glob('pip-*.whl')), end='')`

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-package-'))
  packed = join(folder, 'packed')
  project = mkdtempSync(join(folder, 'project-'))
  const pack = `
    import { packClientsInto } from './bin/pack-clients.mjs'
    import { run } from './bin/prepare.mjs'
    await packClientsInto(${JSON.stringify(packed)}, run)`
  const packing = spawnSync(process.execPath, ['--input-type=module', '-e', pack], { encoding: 'utf8' })
  expect(packing.status, packing.stderr).toBe(0)
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "private": true }')
  const { status, stderr } = run('npm', [
    'install',
    '--offline',
    '--no-audit',
    join(packed, 'counterfoil.tgz'),
  ])
  expect(status, stderr).toBe(0)
})
afterAll(() => rmSync(join(packed, '..'), { recursive: true, force: true }))

test('the checksums are those of the files', () => {
  const sums = readFileSync(join(packed, 'SHA256SUMS'), 'utf8')
  const sumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(packed, name)))
      .digest('hex')
  const files = readdirSync(packed).filter((name) => name !== 'SHA256SUMS')
  expect(files).toHaveLength(5)
  for (const name of files) expect(sums).toContain(`${sumOf(name)}  ${name}\n`)
  expect(sumOf('counterfoil.tgz')).toBe(sumOf(`counterfoil-${manifest.version}.tgz`))
})

describe('installed from its file by npm, without a network, it', () => {
  const PROGRAM = `
    const client = new Counterfoil({ apiKey: 'k', baseUrl: 'https://pay.example.com' })
    console.log(typeof client.invoices.create, typeof verifyWebhook)`

  test('can be imported by its name, by plain Node.js without any other package', () => {
    const program = `import { Counterfoil, verifyWebhook } from 'counterfoil'\n${PROGRAM}`
    const answer = node(['--input-type=module', '-e', program])
    expect(answer).toEqual({ stdout: 'function function\n', stderr: '', status: 0 })
  })

  test('can be required, as Jest and older programs do', () => {
    const program = `const { Counterfoil, verifyWebhook } = require('counterfoil')\n${PROGRAM}`
    const answer = node(['--no-experimental-require-module', '--input-type=commonjs', '-e', program])
    expect({ ...answer, stderr: '' }).toEqual({ stdout: 'function function\n', stderr: '', status: 0 })
  })

  test('has types for both, by every way of resolving that TypeScript has', () => {
    const program = `import { Counterfoil } from 'counterfoil'
      const { invoices } = new Counterfoil({ apiKey: 'k', baseUrl: 'https://pay.example.com' })
      export const link: Promise<string> = invoices.get('i').then(({ invoice }) => invoice.payment_link)
      // @ts-expect-error There is no such field.
      export const none = invoices.get('i').then(({ invoice }) => invoice.nothing)\n`
    for (const name of ['module.mts', 'common.cts']) writeFileSync(join(project, name), program)
    const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc')
    const ours = ['--skipLibCheck', 'false', '--skipDefaultLibCheck', 'true']
    const options = ['--noEmit', '--strict', ...ours, '--lib', 'ES2023,DOM']
    const files = ['module.mts', 'common.cts']
    const { stdout, status } = node([
      compiler,
      ...options,
      '--module',
      'node20',
      '--target',
      'es2023',
      ...files,
    ])
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
  })

  test('has its command line', () => {
    expect(run(join(project, 'node_modules/.bin/counterfoil'), ['--version']).stdout).toBe(
      `${manifest.version}\n`,
    )
    expect(run(join(project, 'node_modules/.bin/counterfoil'), []).status).toBe(2)
  })

  test('brings its changelog, whose latest version is its own, and nothing of its tests', () => {
    const folder = join(project, 'node_modules/counterfoil')
    const [, latest] = /^## (\S+)$/m.exec(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')) ?? []
    expect(latest).toBe(manifest.version)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => /fixture|\.test\.|codegen|build\.mjs/.test(name))).toEqual([])
  })
})

describe('the Python package', () => {
  test.skipIf(!hasPython)('is a wheel and a source archive that pip reads without a network', () => {
    const installed = join(project, 'python')
    const { stdout: pip } = run('python3', ['-c', PIP_ARCHIVE])
    const wheel = join(packed, `counterfoil-${manifest.version}-py3-none-any.whl`)
    const { status, stderr } = run('env', [
      `PYTHONPATH=${pip}`,
      ...['python3', '-m', 'pip', 'install', '--no-index', '--quiet', '--target', installed, wheel],
    ])
    expect(status, stderr).toBe(0)
    const program = 'import counterfoil; print(counterfoil.VERSION, counterfoil.Counterfoil.__name__)'
    const answer = run('env', [`PYTHONPATH=${installed}`, 'python3', '-c', program])
    expect(answer.stdout).toBe(`${manifest.version} Counterfoil\n`)
    const archive = join(packed, `counterfoil-${manifest.version}.tar.gz`)
    const list = run('python3', [
      '-c',
      `import tarfile; print(*tarfile.open(${JSON.stringify(archive)}).getnames())`,
    ])
    const root = `counterfoil-${manifest.version}`
    expect(list.stdout.trim().split(' ').toSorted()).toEqual(
      ['PKG-INFO', 'README.md', 'counterfoil/__init__.py', 'counterfoil/py.typed', 'pyproject.toml']
        .map((name) => `${root}/${name}`)
        .toSorted(),
    )
  })
})
