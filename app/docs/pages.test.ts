import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Block, inlineParts } from '@/components/docs/content'
import { markdownOf } from '@/components/docs/markdown'
import { apiV2 } from '@/lib/api/v2'
import { errorHelpUrl } from '@/lib/http/links'
import { refusalsOf } from '@/lib/http/operation'
import { slugOf } from './api/reference'
import { currentSite, DOCS_GROUPS, docsPageAt } from './pages'

const site = currentSite()
const pages = DOCS_GROUPS.flatMap((group) => group.pages)
const operations = Object.entries(apiV2).filter(([, { access }]) => access.kind === 'api key')

test.each(operations)('%s has a page', (name) => {
  expect(docsPageAt(`/docs/api/${slugOf(name)}`)).toBeDefined()
})

test.each(operations)('every refusal of %s has a page, and an anchor that leads there', (_, operation) => {
  const anchors = anchorsOf('/docs/errors')
  for (const code of refusalsOf(operation)) {
    expect(docsPageAt(new URL(errorHelpUrl(code)).pathname)?.title).toBe(code)
    expect(anchors).toContain(code)
  }
})

describe.each(pages.map((page) => [page.path, page] as const))('%s', (path, page) => {
  test('has anchors that differ', () => {
    const anchors = anchorsOf(path)
    expect(new Set(anchors).size).toBe(anchors.length)
  })

  test('has links that lead somewhere', () => {
    const texts = [page.lead, ...page.sections(site).flatMap(({ blocks }) => blocks.flatMap(textsOf))]
    const links = texts.flatMap((text) =>
      inlineParts(text).flatMap((part) => (part.kind === 'link' ? [part.href] : [])),
    )
    for (const href of links) expect(isKnown(href, path), href).toBe(true)
  })

  test('shows no asterisks of Markdown', () => {
    const texts = [page.lead, ...page.sections(site).flatMap(({ blocks }) => blocks.flatMap(textsOf))]
    const words = texts.flatMap((text) => inlineParts(text).filter(({ kind }) => kind === 'text'))
    for (const { text } of words) expect(text).not.toMatch(/\*\w|\w\*/)
  })

  test('is the same text as Markdown', () => {
    const markdown = markdownOf(page, site)
    expect(markdown).toMatch(/^# \S/)
    for (const anchor of anchorsOf(path)) expect(markdown).toContain(`<a id="${anchor}"></a>`)
    // A block without a counterpart would be written as undefined or [object Object].
    expect(markdown).not.toMatch(/\bundefined\b|\[object/)
    expect(markdown.split('```').length % 2).toBe(1)
  })
})

test('paths differ', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
})

function anchorsOf(path: string): string[] {
  const sections = docsPageAt(path)?.sections(site) ?? []
  return sections.flatMap(({ id, blocks }) => [
    id,
    ...blocks.flatMap((block) => {
      if (typeof block === 'string') return []
      if (block.kind === 'table') return block.anchors ?? []
      return block.kind === 'heading' ? [block.id] : []
    }),
  ])
}

function textsOf(block: Block): string[] {
  if (typeof block === 'string') return [block]
  switch (block.kind) {
    case 'list':
      return [...block.items]
    case 'table':
      return block.rows.flat()
    case 'heading':
      return [block.text]
    default:
      return []
  }
}

const FILES = ['/llms.txt', '/api/v2/openapi.json', '/docs/postman.json']

function isKnown(href: string, from: string): boolean {
  if (/^(https:|mailto:)/.test(href) || FILES.includes(href)) return true
  const [path, anchor] = href.split('#')
  const target = path || from
  if (docsPageAt(target)) return anchor === undefined || anchorsOf(target).includes(anchor)
  return anchor === undefined && dashboardPages().includes(target)
}

function dashboardPages(): string[] {
  return readdirSync('app/(dashboard)', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx'))
    .map(
      (file) =>
        `/${file
          .replace(/\/page\.tsx$/, '')
          .replace(/\([^)]*\)\//g, '')
          .replace(/\/\([^)]*\)$/, '')}`,
    )
}

test('next.config.js leads the address of a page with .md to its Markdown', () => {
  expect(readFileSync('next.config.js', 'utf8')).toContain("destination: '/docs/markdown/:path'")
})
