import type { Site } from '@/components/docs/content'
import { blocksOf, fenceOf } from '@/components/docs/markdown'
import { currentSite } from '../pages'
import { writtenPage } from '../written-page'

/** The code on a written page, in its order. */
export function fencesOf(name: string, site: Site = currentSite()) {
  return blocksOf(writtenPage(name), site).flatMap((block) => (block.type === 'code' ? [fenceOf(block)] : []))
}

/** The code that a button copies: `the first call`. */
export function codeOf(name: string, what: string): string {
  const fence = fencesOf(name).find((each) => each.what === what)
  if (!fence) throw new Error(`${name}.md has no code that is called "${what}"`)
  return fence.code
}

/** The rows of a table on a written page, by its name; each cell without the marks of code. */
export function rowsOf(name: string, table: string): string[][] {
  const blocks = blocksOf(writtenPage(name), currentSite())
  const block = blocks[blocks.findIndex(({ raw }) => raw.includes(`table: ${table} -->`)) + 1]
  if (block?.type !== 'table') throw new Error(`${name}.md has no table that is called "${table}"`)
  return block.rows.map((row) => row.map(({ text }) => text.replaceAll('`', '')))
}
