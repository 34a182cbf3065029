import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const DOCUMENTS = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]
const FOLDERS = /^(\.ci|app|bench|bin|components|deploy|docs|e2e|lib|prisma|public)\//
/** Examples, or paths that exist only once the service has run. */
const PLACEHOLDER = /[<…*]/

const read = (file: string) => readFileSync(file, 'utf8')

describe.each(DOCUMENTS)('%s', (file) => {
  test('names no missing file', () => {
    const paths = [...read(file).matchAll(/`([^`\s]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => FOLDERS.test(path) && !PLACEHOLDER.test(path))
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  test('links to existing files', () => {
    const linked = [...read(file).matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target)
    const local = linked.filter((target) => !/^[a-z]+:/.test(target))
    expect(local.filter((target) => !existsSync(join(dirname(file), target)))).toEqual([])
  })
})

describe('the decisions', () => {
  const records = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name))
  const index = read('docs/decisions/README.md')

  test.each(records)('%s has context, decision and consequences, and is in the index', (name) => {
    const text = read(`docs/decisions/${name}`)
    for (const part of ['Context', 'Decision', 'Consequences']) expect(text).toContain(`**${part}.**`)
    expect(text).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`))
    expect(index).toContain(`(${name})`)
  })

  test('have unique numbers', () => {
    expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length)
  })
})

test('every runtime dependency is explained, and none that is gone', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const [, table = ''] = read('CONTRIBUTING.md').split('| package | why |')
  const defended = [...table.matchAll(/^\| `([^`]+)` \| \S.*\|$/gm)].map(([, name]) => name)
  expect(defended).toEqual(Object.keys(dependencies).toSorted())
})

test('the changelog has a section for the next version, and one for this', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const titles = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\]/gm)].map(([, title]) => title)
  expect(titles[0]).toBe('Unreleased')
  expect(titles).toContain(version)
})

test('every entry of the next version in the changelog ends with its day', () => {
  const [, next = ''] = read('CHANGELOG.md').split(/^## /m)
  const [, ...entries] = next.split(/\n- /)
  for (const entry of entries) {
    const [text = ''] = entry.split('\n\n')
    expect(text, 'Add the day, such as (2026-11-26), to the end of the entry').toMatch(
      / \(\d{4}-\d\d-\d\d\)\s*$/,
    )
  }
})
