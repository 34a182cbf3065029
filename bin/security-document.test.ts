import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const DOCUMENT = readFileSync('docs/security.md', 'utf8')

/** The number of level 1 and 2 requirements in each section of ASVS 5.0.0, by chapter. */
const CHAPTERS: Record<string, readonly number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
}
/** The number of level 1 requirements among them. */
const OF_LEVEL_1 = 70

/** The requirement, its level, what it asks, the state, where it is met, and what holds that. */
const ROW = /^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| ([^|]+) \|[^|]*\| (.+) \|$/gm

const rows = [...DOCUMENT.matchAll(ROW)].map(([, id = '', level, state = '', evidence = '']) => ({
  id,
  level,
  state,
  evidence,
}))

const isTest = (file: string) => /\.(test|spec)\.ts$|^e2e\/torture\/scenes\//.test(file)

type TestName = { file: string; title: string | null }

/** The tests that a text names: “titles”, whole or in part, after their `file`. A file without one is named in vain. */
function testsIn(text: string): TestName[] {
  let file = ''
  return [...text.matchAll(/`([^`]+)`|“([^”]+)”/g)].flatMap<TestName>(([, code, title], index, all) => {
    if (title !== undefined) return [{ file, title }]
    if (!isTest(code ?? '')) return []
    file = code ?? ''
    return all[index + 1]?.[2] === undefined ? [{ file, title: null }] : []
  })
}

const sources = new Map<string, string>()

/** True if one of the file's strings contains the title. */
function hasTitle(file: string, title: string): boolean {
  const source = sources.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
  sources.set(file, source)
  return source.split('\n').some((line) => /['"`]/.test(line.slice(0, Math.max(0, line.indexOf(title)))))
}

describe('docs/security.md', () => {
  test('has one line for each requirement, in order', () => {
    const expected = Object.entries(CHAPTERS).flatMap(([chapter, sections]) =>
      sections.flatMap((count, section) => Array<string>(count).fill(`${chapter}.${section + 1}`)),
    )
    expect(rows.map(({ id }) => id.replace(/\.\d+$/, ''))).toEqual(expected)
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(OF_LEVEL_1)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    // No line is written in another form, and so missing here.
    expect(DOCUMENT.match(/^\| \d+\.\d+\.\d+ /gm)).toHaveLength(rows.length)
  })

  test.each(rows.flatMap(({ id, evidence }) => testsIn(evidence).map((name) => ({ id, ...name }))))(
    'names an existing test for $id: $file “$title”',
    ({ file, title }) => expect(title !== null && hasTitle(file, title)).toBe(true),
  )

  test.each(rows)('has evidence for $id, or says what is missing: $state', ({ state, evidence }) => {
    expect(['holds', 'by design', 'partly', 'not', 'operator', 'n.a.']).toContain(state)
    if (state === 'holds') expect(testsIn(evidence)).not.toEqual([])
    // A title, with nothing beside it, does not say what is missing.
    else expect(evidence.replaceAll(/`[^`]+`|“[^”]+”/g, '')).toMatch(/\w{2}/)
  })
})
