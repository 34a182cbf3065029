import { Lexer, lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import type { DocsGroup, DocsPage, Site } from './content'
import { prettyJson, SAMPLE_LANGUAGES, type SampleRequest, samplesOf } from './samples'

/*
 * A page is GitHub’s Markdown: shown as HTML, served as text and searched from the same source. It has four marks of
 * our own:
 *
 *   ## Title {#anchor}      an anchor other than the words of the title; a row of a table may begin with one
 *   <!-- table: Name -->    names the table below for screen readers; a `wide table` becomes blocks on a phone
 *   ```sh the commands      the words after the language complete the label of the copy button
 *   ```request, ```inbox    a request in several languages, to be sent from the page; the receiver of webhooks
 */

export type DocsSection = {
  /** The anchor. */
  id: string
  title: string
  blocks: readonly Part[]
}

/** A block of a page or a piece of its text. We add no kinds to those of marked. */
export type Part = MarkedToken

type CodeFence = { language: string; what: string; code: string }

const HEADING_ANCHOR = /\s*\{#([\w.-]+)\}/
const ROW_ANCHOR = /^\{#([\w.-]+)\} /
const METHOD_AND_PATH = /^(?:GET|POST|PATCH|DELETE) \//

export function sectionsOf(page: DocsPage, site: Site): DocsSection[] {
  const sections: { id: string; title: string; blocks: Part[] }[] = []
  for (const block of blocksOf(page, site)) {
    if (block.type === 'heading' && block.depth === 2) {
      const { id, title } = headingOf(block)
      sections.push({ id, title: plainText(title), blocks: [] })
    } else sections.at(-1)?.blocks.push(block)
  }
  return sections
}

export function blocksOf(page: DocsPage, site: Site): Part[] {
  return lexer(page.body(site)) as Part[]
}

/** The pieces of a text: words, code, emphasis and links. */
export function partsOf(text: string | { tokens?: Token[] }): Part[] {
  return (typeof text === 'string' ? Lexer.lexInline(text) : (text.tokens ?? [])) as Part[]
}

/** The anchor of a heading and its words, which may have code. */
export function headingOf({ text }: Tokens.Heading): { id: string; title: string } {
  const title = text.replace(HEADING_ANCHOR, '')
  const words =
    plainText(title)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return { id: HEADING_ANCHOR.exec(text)?.[1] ?? words.join('-'), title }
}

/** The anchor of a row, if it has one, and the text of its first cell. */
export function rowHeadOf(row: readonly Tokens.TableCell[]): { anchor: string | undefined; text: string } {
  const text = row[0]?.text ?? ''
  return { anchor: ROW_ANCHOR.exec(text)?.[1], text: text.replace(ROW_ANCHOR, '') }
}

/** The name and width that the comment above a table declares. */
export function tableMarkOf(comment: Part | undefined): { name: string; isWide: boolean } {
  const [, wide, name = ''] = /^<!-- (wide )?table: (.+) -->/.exec(comment?.raw ?? '') ?? []
  return { name, isWide: wide !== undefined }
}

export function fenceOf({ lang = '', text }: Tokens.Code): CodeFence {
  const [language = '', ...what] = lang.split(' ')
  return { language, what: what.join(' '), code: text }
}

/** The method and path of a paragraph that has nothing else. */
export function endpointOf(block: Part): string | undefined {
  const [code, ...others] = block.type === 'paragraph' ? partsOf(block) : []
  const isAlone = code?.type === 'codespan' && others.length === 0
  return isAlone && METHOD_AND_PATH.test(code.text) ? code.text : undefined
}

/** The words alone, for titles, descriptions and the search. */
export function plainText(text: string): string {
  const wordsOf = (part: Part): string => {
    if ('tokens' in part && part.tokens) return partsOf(part).map(wordsOf).join('')
    return 'text' in part ? part.text : ''
  }
  return partsOf(text).map(wordsOf).join('').replace(/\s+/g, ' ')
}

/** The rows of a table; what they hold is Markdown. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

export function listOf(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

export function codeFence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

/** A sample in every language, with a button that sends it. `what` follows "Copy" in the label of the button. */
export function fencedRequest(what: string, request: SampleRequest): string {
  return codeFence(`request ${what}`, prettyJson(request))
}

/** A page for programs: without our marks, and with links to the Markdown of other pages. */
export function markdownOf(page: DocsPage, site: Site): string {
  const body = blocksOf(page, site).map((block) => {
    switch (block.type) {
      case 'heading':
        return `<a id="${headingOf(block).id}"></a>\n\n${block.raw.replace(HEADING_ANCHOR, '')}`
      case 'html':
        return ''
      case 'code':
        return codeAsText(fenceOf(block))
      default:
        return withAddresses(block.raw.replace(/^\| \{#([\w.-]+)\} /gm, '| <a id="$1"></a>'), site)
    }
  })
  return `# ${page.title}\n\n${withAddresses(page.lead, site)}\n\n${body.join('').trimEnd()}\n`
}

function codeAsText({ language, code }: CodeFence): string {
  if (language === 'inbox') return code
  if (language !== 'request') return codeFence(language, code)
  return samplesOf(JSON.parse(code) as SampleRequest)
    .map((sample) => {
      const { label, fence } = SAMPLE_LANGUAGES[sample.language]
      return `${label}:\n\n${codeFence(fence, sample.code)}`
    })
    .join('\n\n')
}

/** The list of all pages for language models: https://llmstxt.org. */
export function llmsText(groups: readonly DocsGroup[], site: Site, introduction: string): string {
  const lists = groups.map(({ title, pages }) => {
    const links = pages.map(
      ({ path, title: name, lead }) => `- [${name}](${site.url}${path}.md): ${withAddresses(lead, site)}`,
    )
    return [`## ${title}`, links.join('\n')].join('\n\n')
  })
  return `${['# Counterfoil', `> ${introduction}`, ...lists].join('\n\n')}\n`
}

/** Absolute links; those within the documentation lead to Markdown too. */
function withAddresses(text: string, { url }: Site): string {
  return text.replace(/\]\((\/[^()\s#]*)(#[^()\s]*)?\)/g, (_, path: string, anchor = '') => {
    const isPage = path === '/docs' || (path.startsWith('/docs/') && !path.endsWith('.json'))
    return `](${url}${path}${isPage ? '.md' : ''}${anchor})`
  })
}
