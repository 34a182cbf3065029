import {
  type Block,
  type DocsPage,
  inlineParts,
  SAMPLE_LANGUAGES,
  type Site,
  type TableBlock,
} from './content'

/** A page as Markdown (CommonMark with tables). Links lead to the Markdown of other pages. */
export function markdownOf(page: DocsPage, site: Site): string {
  const sections = page.sections(site).map(({ id, title, blocks }) => {
    const body = blocks.map((block) => markdownOfBlock(block, site))
    return [`<a id="${id}"></a>\n\n## ${inline(title, site)}`, ...body].join('\n\n')
  })
  return `${[`# ${inline(page.title, site)}`, inline(page.lead, site), ...sections].join('\n\n')}\n`
}

/** The list of all pages for language models: https://llmstxt.org. */
export function llmsText(
  groups: readonly { title: string; pages: readonly DocsPage[] }[],
  site: Site,
  introduction: string,
): string {
  const lists = groups.map(({ title, pages }) => {
    const links = pages.map(
      ({ path, title: name, lead }) => `- [${name}](${site.url}${path}.md): ${inline(lead, site)}`,
    )
    return [`## ${title}`, ...links].join('\n').replace('\n', '\n\n')
  })
  return `${['# Counterfoil', `> ${introduction}`, ...lists].join('\n\n')}\n`
}

function markdownOfBlock(block: Block, site: Site): string {
  if (typeof block === 'string') return inline(block, site)
  switch (block.kind) {
    case 'list':
      return block.items
        .map((item, index) => `${block.isOrdered ? `${index + 1}.` : '-'} ${inline(item, site)}`)
        .join('\n')
    case 'heading':
      return `<a id="${block.id}"></a>\n\n### ${inline(block.text, site)}`
    case 'code':
      return fenced(block.language, block.code)
    case 'samples':
      return block.samples
        .map(({ language, code }) => {
          const { label, fence } = SAMPLE_LANGUAGES[language]
          return `${label}:\n\n${fenced(fence, code)}`
        })
        .join('\n\n')
    case 'table':
      return table(block, site)
    case 'inbox':
      return inline(block.text, site)
    case 'endpoint':
      return `\`${block.method} ${block.path}\``
  }
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

function table({ head, rows, anchors = [] }: TableBlock, site: Site): string {
  const line = (cells: readonly string[], anchor?: string) => {
    const mark = anchor === undefined ? '' : `<a id="${anchor}"></a>`
    return `| ${mark}${cells.map((cell) => inline(cell, site)).join(' | ')} |`
  }
  const inCell = (row: readonly string[]) => row.map((cell) => cell.replaceAll('|', '\\|'))
  const body = rows.map((row, index) => line(inCell(row), anchors[index]))
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...body].join('\n')
}

/** Text with absolute links; those within the documentation lead to Markdown too. */
function inline(text: string, site: Site): string {
  return inlineParts(text)
    .map((part) => {
      if (part.kind === 'code') return `\`${part.text}\``
      if (part.kind === 'strong') return `**${part.text}**`
      if (part.kind === 'link') return `[${part.text}](${absolute(part.href, site)})`
      // A placeholder such as <field> is no element.
      return part.text.replaceAll('<', '&lt;')
    })
    .join('')
}

function absolute(href: string, { url }: Site): string {
  if (!href.startsWith('/')) return href
  const [path = '', anchor] = href.split('#')
  const isPage = path === '/docs' || (path.startsWith('/docs/') && !path.endsWith('.json'))
  return `${url}${path}${isPage ? '.md' : ''}${anchor === undefined ? '' : `#${anchor}`}`
}
