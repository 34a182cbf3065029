import { readFileSync } from 'node:fs'
import type { DocsPage } from '@/components/docs/content'

/** The project's CHANGELOG.md, which is shipped with the sources: `## [1.0.0]` and `### Added` get anchors. */
export const CHANGELOG: DocsPage = {
  path: '/docs/changelog',
  title: 'Changelog',
  lead: 'What vendors, operators and developers can notice. The API under `/api/v2` stays compatible within version 2.',
  body: () => {
    const [, ...versions] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)
    return versions.map(sectionOf).join('')
  },
}

function sectionOf(version: string): string {
  const [title = '', ...lines] = version.split('\n')
  const name = title.replace(/[[\]]/g, '')
  const id = `version-${name.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}`
  const text = lines
    .join('\n')
    .replace(/^### (\w+)$/gm, (heading, kind: string) => `${heading} {#${id}-${kind.toLowerCase()}}`)
  return `## ${name} {#${id}}\n${text}`
}
