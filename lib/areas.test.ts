import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

/** The areas in rows: each imports from the rows below its own. docs/areas.svg draws them. */
const ORDER = [
  ['test-mode'],
  ['home', 'operator', 'payments', 'reconciliation', 'recurring', 'search'],
  ['invoices', 'payouts'],
  ['bank-accounts', 'sign-in', 'webhooks'],
  ['customers', 'mail'],
  ['api-keys', 'branding', 'request-log', 'wallet'],
  ['auth'],
  ['vendors'],
  ['audit', 'events', 'ledger'],
]

const SHARED = ['http', 'jobs', 'lists', 'providers']
const PLATFORM = ['crypto', 'db', 'documents', 'i18n', 'metrics', 'money', 'time']

/** Stands above the areas, although it lies in a shared folder: the list of their jobs. */
const WORKER = 'lib/jobs/worker.ts'

/** Files through which an area is called from outside: its operations and jobs. */
const isEntry = (file: string) => /[/-](api|dashboard|jobs)\.ts$/.test(file)

/** A view may draw from several areas: the page of a customer lists invoices and payouts. */
const isView = (file: string) => isEntry(file) || posix.basename(file) === 'queries.ts'

/** Tests and their means may reach everywhere. */
const NOT_HELD = /\.(test|fixture)\.ts$|^lib\/db\/generated\/|^lib\/providers\/testing\//

type Import = { file: string; area: string; imported: string; from: string }

/** Imports between the folders of lib, and inside each, without tests. */
function importsOfLib(): Import[] {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .map((path) => `lib/${path.replaceAll('\\', '/')}`)
    .filter((file) => /^lib\/.*\/.*\.ts$/.test(file) && !NOT_HELD.test(file))
  return files.flatMap((file) => {
    const text = readFileSync(posix.join(import.meta.dirname, '..', file), 'utf8')
    return [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:@|\.\.?)\/[^']+)'/g)].map(([, path = '']) => {
      const imported = path.startsWith('@/') ? path.slice(2) : posix.join(posix.dirname(file), path)
      return { file, area: folderOf(file), imported: `${imported}.ts`, from: folderOf(imported) }
    })
  })
}

const folderOf = (file: string) => file.split('/')[1] ?? ''
const rowOf = (area: string) => ORDER.findIndex((row) => row.includes(area))
const isArea = (folder: string) => rowOf(folder) >= 0
const inWords = ({ file, imported }: Import) => `${file} imports ${imported}`

const imports = importsOfLib()

test('the picture shows the order', () => {
  const picture = readFileSync(posix.join(import.meta.dirname, '../docs/areas.svg'), 'utf8')
  const rows = [...picture.matchAll(/<g>(.*?)<\/g>/gs)].map(([, row = '']) =>
    [...row.matchAll(/>([a-z-]+)<\/text>/g)].map(([, area]) => area),
  )
  expect(rows).toEqual(ORDER)
})

test('every folder of lib has its place in the order', () => {
  const known = new Set(['api', ...ORDER.flat(), ...SHARED, ...PLATFORM])
  expect([...new Set(imports.map(({ area }) => area))].filter((folder) => !known.has(folder))).toEqual([])
})

test('areas import from the rows below their own', () => {
  const upward = imports.filter(
    ({ file, area, from }) =>
      isArea(area) && isArea(from) && area !== from && !isView(file) && rowOf(from) <= rowOf(area),
  )
  expect(upward.map(inWords)).toEqual([])
})

test('only the tables of lib/api and the worker import the operations and jobs of an area', () => {
  const sideways = imports.filter(
    ({ file, area, imported, from }) =>
      isArea(from) && isEntry(imported) && area !== 'api' && file !== WORKER,
  )
  expect(sideways.map(inWords)).toEqual([])
})

test('shared folders import no area, and the platform imports neither', () => {
  const upward = imports.filter(
    ({ file, area, from }) =>
      file !== WORKER &&
      ((SHARED.includes(area) && isArea(from)) ||
        (PLATFORM.includes(area) && (isArea(from) || SHARED.includes(from)))),
  )
  expect(upward.map(inWords)).toEqual([])
})

test('no area imports from the floors above it', () => {
  const upward = imports.filter(
    ({ area, imported }) => isArea(area) && /^(lib\/api|app|components|bin)\//.test(imported),
  )
  expect(upward.map(inWords)).toEqual([])
})
