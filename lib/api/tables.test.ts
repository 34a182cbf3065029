import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { authApi } from './auth'
import { dashboardApi } from './dashboard'
import { inboxApi } from './inbox'
import { payApi } from './pay'
import { providersApi } from './providers'
import { apiV2 } from './v2'

/** The path that a route file serves, in the notation of operations. */
const pathOf = (file: string) =>
  `/${dirname(file)
    .replace(/^app\//, '')
    .replaceAll('[', '{')
    .replaceAll(']', '}')}`

const routeFiles = (folder: string) =>
  readdirSync(`app/api/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('route.ts'))
    .map((file) => `app/api/${folder}/${file}`)

describe('API V2', () => {
  const operations = Object.entries(apiV2)

  test('has one route file per path, which serves exactly the operations of that path', () => {
    const served = routeFiles('v2')
      .map((file) => ({ path: pathOf(file), source: readFileSync(file, 'utf8') }))
      .filter(({ path }) => path !== '/api/v2/{{...path}}')
    expect(served.map(({ path }) => path).sort()).toEqual(
      [...new Set(operations.map(([, { path }]) => path))].sort(),
    )
    for (const { path, source } of served) {
      const named = /routeHandlers\(\{\s*([\w,\s]+?),?\s*\}\)/.exec(source)?.[1]?.split(/,\s*/)
      const declared = operations.filter(([, operation]) => operation.path === path)
      expect(named?.sort(), path).toEqual(declared.map(([name]) => name).sort())
    }
  })

  test.each(operations)(
    '%s is under /api/v2, describes its path, and asks for a key (but for the description)',
    (_, operation) => {
      expect(operation.path).toMatch(/^\/api\/v2\//)
      expect(operation.access.kind).toBe(operation.path.endsWith('/openapi.json') ? 'public' : 'api key')
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(Object.keys(operation.params)).toEqual(names)
    },
  )
})

describe.each([
  ['auth', authApi],
  ['dashboard', dashboardApi],
  ['inbox', inboxApi],
  ['pay', payApi],
  ['providers', providersApi],
])('the API under /api/%s', (folder, table) => {
  test.each(Object.entries(table))('has %s', (_, { path }) => {
    expect(path.startsWith(`/api/${folder}/`), path).toBe(true)
  })

  test.each(Object.entries(table).filter(([, { method }]) => method !== 'GET' && folder !== 'providers'))(
    'refuses %s from another site',
    (_, { access }) => expect(access.codes[0]).toBe('cross_site_request'),
  )

  test('has one route file for all of its paths', () => {
    const file = `app/api/${folder}/[...path]/route.ts`
    expect(routeFiles(folder)).toEqual([file])
    expect(readFileSync(file, 'utf8')).toContain(`routeHandlers(${folder}Api)`)
  })
})
