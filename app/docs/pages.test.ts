import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { DocsPage } from '@/components/docs/content'
import {
  blocksOf,
  fenceOf,
  headingOf,
  markdownOf,
  type Part,
  partsOf,
  rowHeadOf,
  sectionsOf,
  tableMarkOf,
} from '@/components/docs/markdown'
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
  const blocks = blocksOf(page, site)
  const parts = [...partsOf(page.lead), ...blocks].flatMap(withInner)

  test('has sections, and nothing above the first', () => {
    expect(blocks.find(({ type }) => type !== 'space')).toMatchObject({ type: 'heading', depth: 2 })
  })

  test('has anchors that differ', () => {
    const anchors = anchorsOf(path)
    expect(new Set(anchors).size).toBe(anchors.length)
  })

  test('has links that lead somewhere', () => {
    for (const part of parts) if (part.type === 'link') expect(isKnown(part.href, path), part.href).toBe(true)
  })

  test('has no marks that it can’t show: HTML, images, quotes or stray asterisks', () => {
    const unknown = parts.filter(
      ({ type, raw }) =>
        /^(image|blockquote|hr|def|del|br|checkbox)$/.test(type) ||
        (type === 'html' && !/^<!-- .+ -->\n$/.test(raw)),
    )
    expect(unknown).toEqual([])
    for (const part of parts)
      if (part.type === 'text' && !part.tokens) expect(part.text).not.toMatch(/\*\w|\w\*/)
  })

  test('names its tables for screen readers, and its code for the copy button', () => {
    for (const [index, block] of blocks.entries()) {
      if (block.type === 'table') expect(tableMarkOf(blocks[index - 1]).name, block.raw).not.toBe('')
      if (block.type !== 'code') continue
      const { language, what } = fenceOf(block)
      expect(language).toMatch(/^(sh|json|js|ts|python|php|ruby|go|sql|yaml|http|request|inbox)$/)
      if (language !== 'inbox') expect(what, block.raw).not.toBe('')
    }
  })

  test('is the same text as Markdown', () => {
    const markdown = markdownOf(page, site)
    expect(markdown).toMatch(/^# \S/)
    for (const anchor of anchorsOf(path)) expect(markdown).toContain(`<a id="${anchor}"></a>`)
    expect(markdown).not.toMatch(/\bundefined\b|\[object|<!--|\{#|\{\{/)
    expect(markdown.split('```').length % 2).toBe(1)
  })
})

test('paths differ', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
})

test('every file of content is a page', () => {
  const files = readdirSync('app/docs/content').filter((name) => name.endsWith('.md'))
  const paths = files.map((name) => `/docs/${name.replace('.md', '')}`.replace('/introduction', ''))
  for (const path of paths) expect(docsPageAt(path), path).toBeDefined()
})

function withInner(part: Part): Part[] {
  const inner =
    part.type === 'list'
      ? part.items.flatMap((item) => partsOf(item))
      : part.type === 'table'
        ? [...part.header, ...part.rows.flat()].flatMap((cell) => partsOf(cell))
        : partsOf('tokens' in part ? part : '')
  return [part, ...inner.flatMap(withInner)]
}

function anchorsOf(path: string): string[] {
  const page = docsPageAt(path) as DocsPage
  return sectionsOf(page, site).flatMap(({ id, blocks }) => [
    id,
    ...blocks.flatMap((block) => {
      if (block.type === 'heading') return [headingOf(block).id]
      return block.type === 'table' ? block.rows.flatMap((row) => rowHeadOf(row).anchor ?? []) : []
    }),
  ])
}

const FILES = ['/llms.txt', '/openapi.json', '/api/v2/openapi.json', '/docs/postman.json']

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
