import type { SampleRequest } from './samples'

/*
 * The documentation as data: a page is shown as HTML, served as Markdown and searched from the same source, and
 * tests can check it against the code. Text may hold `code`, **emphasis** and [links](/docs).
 */

/** Settings of the running service that pages mention. */
export type Site = { url: string; securityContact: string | undefined }

export type DocsPage = {
  path: string
  /** Its title, also in the navigation. */
  title: string
  lead: string
  sections: (site: Site) => readonly DocsSection[]
}

/** Pages under one heading of the navigation. `below`: shown only on the page of this path and those below it. */
export type DocsGroup = { title: string; pages: readonly DocsPage[]; below?: string }

export type DocsSection = {
  /** The anchor. */
  id: string
  title: string
  blocks: readonly Block[]
  /** Stands beside the others on wide screens. */
  isBeside?: true
}

/** A string is a paragraph. */
export type Block =
  | string
  | { kind: 'list'; items: readonly string[]; isOrdered?: true }
  | { kind: 'heading'; id: string; text: string }
  | CodeBlock
  | TableBlock
  | SamplesBlock
  | { kind: 'endpoint'; method: string; path: string }
  /** The receiver of webhooks, which works in the page only; the text says so elsewhere. */
  | { kind: 'inbox'; text: string }

type CodeBlock = {
  kind: 'code'
  language: Language /** For the label of the copy button. */
  what: string
  code: string
}

export type TableBlock = {
  kind: 'table'
  /** Names the table for screen readers. */
  label: string
  head: readonly string[]
  /** The first cell is the row's header. */
  rows: readonly (readonly string[])[]
  /** Too wide for a phone: its rows become blocks there. */
  isWide?: true
  /** The anchors of the rows, if they have any. */
  anchors?: readonly string[]
}

/** The same request in several languages. */
type SamplesBlock = {
  kind: 'samples'
  what: string
  samples: readonly Sample[]
  /** The same request, to be sent from the page. */
  request: SampleRequest
}

export type Sample = { language: SampleLanguage; code: string }

export const SAMPLE_LANGUAGES = {
  curl: { label: 'curl', fence: 'sh' },
  typescript: { label: 'TypeScript', fence: 'ts' },
  python: { label: 'Python', fence: 'python' },
  go: { label: 'Go', fence: 'go' },
  php: { label: 'PHP', fence: 'php' },
} as const

export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES

export type Language = 'sh' | 'json' | 'js' | 'ts' | 'python' | 'yaml' | 'text' | 'http'

/** A paragraph split into words, code, emphasis and links. */
export type InlinePart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'link'; text: string; href: string }

/** The words of a link may hold code. */
const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[((?:`[^`]+`|[^\][`])+)\]\(([^()\s]+)\)/g

export function inlineParts(text: string): InlinePart[] {
  const parts: InlinePart[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, words, href] = match
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else parts.push({ kind: 'link', text: words ?? '', href: href ?? '' })
    end = match.index + whole.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** The words alone, for titles, descriptions and the search. */
export function plainText(text: string): string {
  return inlineParts(text)
    .map((part) => (part.kind === 'link' ? plainText(part.text) : part.text))
    .join('')
}

export function list(items: readonly string[]): Block {
  return { kind: 'list', items }
}

export function steps(items: readonly string[]): Block {
  return { kind: 'list', items, isOrdered: true }
}

export function heading(id: string, text: string): Block {
  return { kind: 'heading', id, text }
}

/** `what` follows "Copy" in the label of the button. */
export function code(language: Language, what: string, text: string): Block {
  return { kind: 'code', language, what, code: text }
}

type Rows = readonly (readonly string[])[]

export function table(label: string, head: readonly string[], rows: Rows): Block {
  return { kind: 'table', label, head, rows }
}

/** A table too wide for a phone. Its rows may have anchors. */
export function wideTable(
  label: string,
  head: readonly string[],
  rows: Rows,
  anchors?: readonly string[],
): Block {
  return { kind: 'table', label, head, rows, isWide: true, ...(anchors && { anchors }) }
}
