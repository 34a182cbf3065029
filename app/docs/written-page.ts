import { readFileSync } from 'node:fs'
import type { DocsPage, Site } from '@/components/docs/content'
import { INSERTS } from './inserts'

/**
 * The page of a file in `app/docs/content`: its title, a first paragraph, then sections. `{{name}}` stands for a
 * value or a table that is made from the code.
 */
export function writtenPage(name: string): DocsPage {
  const { title, lead } = partsOf(name)
  return {
    path: name === 'introduction' ? '/docs' : `/docs/${name}`,
    title,
    lead,
    body: (site) => withInserts(partsOf(name).body, site),
  }
}

function partsOf(name: string) {
  const text = readFileSync(`app/docs/content/${name}.md`, 'utf8')
  const [title = '', lead = '', ...body] = text.split('\n\n')
  return { title: title.replace('# ', ''), lead: lead.replaceAll('\n', ' '), body: body.join('\n\n') }
}

function withInserts(text: string, site: Site): string {
  return text.replace(/\{\{([a-z-]+)(?: ([^{}]+))?\}\}/g, (_, name: string, words = '') => {
    const insert = INSERTS[name]
    if (!insert) throw new Error(`a page has an insert that does not exist: ${name}`)
    return insert(site, words.split(' '))
  })
}
