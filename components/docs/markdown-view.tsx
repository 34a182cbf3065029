import type { Tokens } from 'marked'
import { Fragment } from 'react'
import { classNames } from '@/components/ui/class-names'
import { CodeBlock } from '@/components/ui/code-block'
import { Link } from '@/components/ui/link'
import { ColouredCode } from './coloured-code'
import { piecesOf } from './colours'
import { endpointOf, fenceOf, headingOf, type Part, partsOf, rowHeadOf, tableMarkOf } from './markdown'
import { TryRequest, WebhookInbox } from './opened-panels'
import { SampleTabs } from './sample-tabs'
import { SAMPLE_LANGUAGES, type SampleRequest, samplesOf } from './samples'

/** Blocks of a page. HTML in a page is not shown: no text becomes markup here but by React. */
export function Blocks({ blocks }: { blocks: readonly Part[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never move.
    <BlockView key={index} block={block} before={blocks[index - 1]} />
  ))
}

function BlockView({ block, before }: { block: Part; before: Part | undefined }) {
  switch (block.type) {
    case 'paragraph':
      return <Paragraph block={block} />
    case 'list':
      return <List list={block} />
    case 'heading':
      return <SubHeading {...headingOf(block)} />
    case 'code':
      return <Code {...fenceOf(block)} />
    case 'table':
      return <DocsTable table={block} {...tableMarkOf(before)} />
    // The text of an item in a list.
    case 'text':
      return <Text parts={partsOf(block)} />
    default:
      return null
  }
}

/** Text with code, emphasis and links. */
export function InlineText({ text }: { text: string }) {
  return <Text parts={partsOf(text)} />
}

function Text({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, index) => {
    // The parts of a text never move, so the index is a stable key.
    const key = `${index}:${part.raw}`
    if (part.type === 'codespan') return <InlineCode key={key}>{part.text}</InlineCode>
    if (part.type === 'text' || part.type === 'escape') return <Fragment key={key}>{part.text}</Fragment>
    const words = <Text parts={partsOf('tokens' in part ? part : '')} />
    if (part.type === 'strong') return <strong key={key}>{words}</strong>
    if (part.type === 'em') return <em key={key}>{words}</em>
    if (part.type === 'link') return <InlineLink key={key} href={part.href} words={words} />
    return <Fragment key={key}>{part.raw}</Fragment>
  })
}

/** Longer code may break at the end of a line. */
const WHOLE_CHARACTERS = 25

function InlineCode({ children }: { children: string }) {
  return (
    <code
      className={classNames(
        'rounded bg-muted px-1 py-0.5 font-mono text-[0.8125em] text-foreground',
        children.length <= WHOLE_CHARACTERS ? 'whitespace-nowrap' : 'break-words',
      )}
    >
      {children}
    </code>
  )
}

const LINK_STYLE = 'font-medium text-accent-text underline underline-offset-2'

/** Files and other sites are not pages for the router. */
const NO_PAGE = /^(?!\/)|\.(json|md|txt)$/

function InlineLink({ href, words }: { href: string; words: React.ReactNode }) {
  if (NO_PAGE.test(href)) {
    return (
      <a href={href} className={LINK_STYLE}>
        {words}
      </a>
    )
  }
  return (
    <Link href={href} className={LINK_STYLE}>
      {words}
    </Link>
  )
}

function Paragraph({ block }: { block: Tokens.Paragraph }) {
  const endpoint = endpointOf(block)
  if (endpoint === undefined) {
    return (
      <p className="max-w-[70ch] wrap-anywhere">
        <Text parts={partsOf(block)} />
      </p>
    )
  }
  const [method, path] = endpoint.split(' ')
  return (
    <p className="break-words rounded-lg border bg-surface px-3.5 py-2.5 font-mono text-sm">
      <span className="font-semibold text-accent-text">{method}</span> {path}
    </p>
  )
}

function Code({ language, what, code }: ReturnType<typeof fenceOf>) {
  if (language === 'inbox') return <WebhookInbox />
  if (language !== 'request') {
    return (
      <CodeBlock what={what} code={code}>
        <ColouredCode pieces={piecesOf(language, code)} />
      </CodeBlock>
    )
  }
  const request = JSON.parse(code) as SampleRequest
  return (
    <>
      <SampleTabs
        what={what}
        samples={samplesOf(request).map((sample) => ({
          ...sample,
          pieces: piecesOf(SAMPLE_LANGUAGES[sample.language].fence, sample.code),
        }))}
      />
      <TryRequest request={request} />
    </>
  )
}

/** A list of sentences, or of steps. */
function List({ list: { ordered, items } }: { list: Tokens.List }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag className={classNames('max-w-[70ch] space-y-1.5 pl-5', ordered ? 'list-decimal' : 'list-disc')}>
      {items.map((item) => (
        <li key={item.raw} className="pl-1 wrap-anywhere marker:text-muted-foreground">
          <Blocks blocks={partsOf(item)} />
        </li>
      ))}
    </Tag>
  )
}

function SubHeading({ id, title }: { id: string; title: string }) {
  return (
    <h3 id={id} className="scroll-mt-6 pt-2 font-semibold text-base">
      <a href={`#${id}`} className="hover:underline">
        <InlineText text={title} />
      </a>
    </h3>
  )
}

const REGION = '@container overflow-x-auto rounded-xl border bg-surface'
const CELL = 'px-3 py-2 first:pl-4 last:pr-4'

/** Lays a wide table out as blocks where there is no room: row header, cells with their column titles, text. */
const BLOCKS = {
  table: '@max-xl:block @max-xl:min-w-0',
  head: '@max-xl:sr-only',
  body: '@max-xl:block',
  row: '@max-xl:block @max-xl:px-4 @max-xl:py-3',
  cell: '@max-xl:p-0 @max-xl:first:pl-0 @max-xl:last:pr-0 @max-xl:empty:hidden',
  whole: '@max-xl:block',
  titled:
    '@max-xl:mr-4 @max-xl:inline-block @max-xl:before:mr-1.5 @max-xl:before:text-muted-foreground @max-xl:before:text-xs @max-xl:before:content-[attr(data-title)]',
}

type DocsTableProps = {
  table: Tokens.Table
  /** For screen readers. */
  name: string
  /** Too wide for a phone, or beside a column of code: its rows become blocks there. */
  isWide: boolean
}

/**
 * A table that scrolls in its own region on narrow screens, by keyboard too. The first cell of a row is its header,
 * and may begin with the anchor of the row.
 */
function DocsTable({ table: { header, rows }, name, isWide }: DocsTableProps) {
  const blocks: Partial<typeof BLOCKS> = isWide ? BLOCKS : {}
  const head = header.map(({ text }) => text)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section aria-label={name} tabIndex={0} className={REGION}>
      <table
        className={classNames(
          'w-full border-collapse text-left text-sm leading-6',
          isWide && (head.length > 3 ? 'min-w-[44rem]' : 'min-w-[34rem]'),
          blocks.table,
        )}
      >
        <thead className={classNames('border-b bg-muted/50 text-muted-foreground text-xs', blocks.head)}>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col" className={classNames(CELL, 'whitespace-nowrap font-medium')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={blocks.body}>
          {rows.map((row, index) => {
            const { anchor, text } = rowHeadOf(row)
            return (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page never move.
                key={index}
                id={anchor}
                className={classNames(
                  'scroll-mt-6 border-t align-top first:border-t-0 target:bg-accent-soft',
                  blocks.row,
                )}
              >
                <th
                  scope="row"
                  className={classNames(
                    CELL,
                    'font-normal',
                    // Tables of one page have their second columns in line.
                    head.length === 2 && 'sm:w-60',
                    text.length <= 40 && 'whitespace-nowrap',
                    blocks.cell,
                    blocks.whole,
                  )}
                >
                  <InlineText text={text} />
                </th>
                {row.slice(1).map((cell, column) => (
                  <td
                    key={head[column + 1]}
                    data-title={head[column + 1]}
                    className={classNames(
                      CELL,
                      blocks.cell,
                      column < row.length - 2 ? blocks.titled : blocks.whole,
                    )}
                  >
                    <Text parts={partsOf(cell)} />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
