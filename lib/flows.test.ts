import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The most files that a reader opens for a flow, and how often the next one lies in another folder. */
const LIMITS = {
  'A payout': { files: 14, changes: 6 },
  'A card payment': { files: 18, changes: 14 },
  'Marking a test invoice as paid': { files: 15, changes: 6 },
  'A webhook delivery': { files: 10, changes: 4 },
  'A list': { files: 12, changes: 5 },
}

const ROOT = posix.join(import.meta.dirname, '..')
const PAGE = readFileSync(posix.join(ROOT, 'docs/architecture.md'), 'utf8')

type Step = { file: string; isHandedOver: boolean }

/** The files of each flow in the order of its text. One named after words in italics is run by another process. */
function flowsOf(page: string): Map<string, Step[]> {
  const sections = page.split(/^## /m).filter((section) => /^[^\n]+, file by file\n/.test(section))
  return new Map(
    sections.map((section) => {
      const name = section.slice(0, section.indexOf(', file by file'))
      const steps = [...section.matchAll(/^\d+\. .*(?:\n {3}.*)*/gm)].map(([step]) => step)
      return [name, steps.flatMap(filesOf)]
    }),
  )
}

function filesOf(step: string): Step[] {
  const isHandedOver = /^\d+\. \*/.test(step)
  return [...step.matchAll(/`((?:app|components|lib)\/[^`]+\.tsx?)`/g)].map(([, file = ''], place) => ({
    file,
    isHandedOver: isHandedOver && place === 0,
  }))
}

/** The files of the project that a file imports, with type-only imports: an interface is read too. */
function importsOf(file: string): string[] {
  const text = readFileSync(posix.join(ROOT, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'((?:@|\.\.?)\/[^']+)'/g)].flatMap(([, path = '']) => {
    const imported = path.startsWith('@/') ? path.slice(2) : posix.join(posix.dirname(file), path)
    return [`${imported}.ts`, `${imported}.tsx`]
  })
}

const flows = flowsOf(PAGE)

test('the page follows every flow', () => {
  expect([...flows.keys()]).toEqual(Object.keys(LIMITS))
})

describe.each(Object.entries(LIMITS))('%s', (name, limit) => {
  const steps = flows.get(name) ?? []
  const files = [...new Set(steps.map(({ file }) => file))]

  test('names files that exist', () => {
    expect(files.filter((file) => !existsSync(posix.join(ROOT, file)))).toEqual([])
  })

  test('goes from each file to the next by an import, or says who takes over', () => {
    const linked = (one: string, other: string) =>
      importsOf(one).includes(other) || importsOf(other).includes(one)
    const lost = steps.filter(
      ({ file, isHandedOver }, place) =>
        place > 0 && !isHandedOver && !steps.slice(0, place).some((before) => linked(before.file, file)),
    )
    expect(lost.map(({ file }) => file)).toEqual([])
  })

  test('is read in a few files and folders', () => {
    const folders = steps.map(({ file }) => posix.dirname(file))
    const changes = folders.filter((folder, place) => place > 0 && folder !== folders[place - 1]).length
    expect(files.length).toBeLessThanOrEqual(limit.files)
    expect(changes).toBeLessThanOrEqual(limit.changes)
  })
})
