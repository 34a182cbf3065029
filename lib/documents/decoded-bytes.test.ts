import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * The decoders of pdf-lib and fontkit are no longer maintained, and the former hangs on some files. They must read
 * nothing but our own fonts and the pictures that we encoded ourselves:
 * docs/decisions/0022-logos-are-re-encoded.md.
 */

const sources = ['app', 'bin', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.(test|fixture)\.ts$|\/generated\//.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
)

const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

test('one place puts a picture into a document: the logo of the letterhead', () => {
  expect(filesWith(/embedPng/)).toEqual(['lib/documents/draw-document.ts'])
  expect(filesWith(/embedJpg|embedPdf|PDFDocument\.load/)).toEqual([])
})

test('the logo that a document gets was encoded by us', () => {
  const [{ text = '' } = {}] = sources.filter(({ path }) => path === 'lib/invoices/invoice-document.ts')
  expect(text).toContain('logo: logo?.bytes ?? null')
  expect(filesWith(/vendorLogo\.(upsert|create|update)/)).toEqual(['lib/branding/branding.ts'])
})

test('two places read fonts: those in node_modules', () => {
  expect(filesWith(/fontkit/)).toEqual(['lib/documents/document-fonts.ts'])
  expect(filesWith(/import\('subset-font'\)|from 'subset-font'/)).toEqual([
    'lib/documents/east-asian-fonts.ts',
  ])
})

test('one program reads pictures of vendors, in a process of its own', () => {
  expect(filesWith(/from 'sharp'|import\('sharp'\)|require\('sharp'\)/)).toEqual([
    'lib/branding/picture-decoder.mjs',
  ])
})
