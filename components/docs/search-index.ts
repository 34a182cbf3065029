import type { Tokens } from 'marked'
import type { DocsGroup, DocsPage, Site } from './content'
import { endpointOf, headingOf, type Part, plainText, sectionsOf } from './markdown'
import type { SearchEntry } from './search'

/** Every page, section and heading; an operation is found by its path, an error by its message too. */
export function searchEntries(groups: readonly DocsGroup[], site: Site): SearchEntry[] {
  return groups.flatMap(({ pages }) => pages.flatMap((page) => entriesOf(page, site)))
}

function entriesOf(page: DocsPage, site: Site): SearchEntry[] {
  const sections = sectionsOf(page, site)
  const endpoints = sections.flatMap(({ blocks }) => blocks.flatMap((block) => endpointOf(block) ?? []))
  const words = [...endpoints, plainText(page.lead)].join(' ')
  const self = { title: plainText(page.title), on: '', href: page.path, words }
  const headings = sections.flatMap(({ id, title, blocks }) => [
    { id, title, words: '' },
    ...blocks.flatMap((block, index) =>
      block.type === 'heading' ? [entryOf(block, blocks.slice(index + 1))] : [],
    ),
  ])
  return [
    self,
    ...headings.map(({ id, title, words: more }) => ({
      title,
      on: self.title,
      href: `${page.path}#${id}`,
      ...(more ? { words: more } : {}),
    })),
  ]
}

function entryOf(heading: Tokens.Heading, below: readonly Part[]) {
  const { id, title } = headingOf(heading)
  return { id, title: plainText(title), words: firstWordsOf(below) }
}

/** The first line below a heading: the message of an error, what an account number does. */
function firstWordsOf(blocks: readonly Part[]): string {
  const block = blocks.find(({ type }) => type !== 'space')
  if (block?.type === 'paragraph') return plainText(block.text)
  return block?.type === 'list' ? plainText(block.items[0]?.text ?? '') : ''
}
