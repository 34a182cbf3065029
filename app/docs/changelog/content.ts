import { readFileSync } from 'node:fs'
import { type Block, type DocsPage, type DocsSection, heading, list } from '@/components/docs/content'

/** The project's CHANGELOG.md, which is shipped with the sources. */
export const CHANGELOG: DocsPage = {
  path: '/docs/changelog',
  title: 'Changelog',
  lead: 'What vendors, operators and developers can notice. The API under `/api/v2` stays compatible within version 2.',
  sections: () => sectionsOf(readFileSync('CHANGELOG.md', 'utf8')),
}

function sectionsOf(text: string): DocsSection[] {
  const [, ...versions] = text.split(/^## /m)
  return versions.map((version) => {
    const [title = '', ...lines] = version.split('\n')
    const name = title.replace(/[[\]]/g, '')
    const id = `version-${name.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}`
    return { id, title: name, blocks: blocksOf(id, lines.join('\n')) }
  })
}

/** Headings with lists below them, which is all that a changelog has. */
function blocksOf(version: string, text: string): Block[] {
  return text.split(/^### /m).flatMap((part, index) => {
    const [first = '', ...rest] = part.split('\n')
    const items = rest
      .join('\n')
      .split(/^- /m)
      .slice(1)
      .map((item) => item.replace(/\s*\n\s*/g, ' ').trim())
      // Pages of the documentation have one kind of emphasis.
      .map((item) => item.replace(/(?<!\*)\*([^*`]+)\*(?!\*)/g, '**$1**'))
    if (index === 0 || items.length === 0) return []
    return [heading(`${version}-${first.toLowerCase()}`, first), list(items)]
  })
}
