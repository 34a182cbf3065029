import { Fragment } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { inlineParts } from './content'

/** Longer code may break at the end of a line. */
const WHOLE_CHARACTERS = 25

function Code({ children }: { children: string }) {
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

/** Text with code between backticks, emphasis and links. */
export function InlineText({ text }: { text: string }) {
  return inlineParts(text).map((part, index) => {
    // The parts of a text never move, so the index is a stable key.
    const key = `${index}:${part.text}`
    if (part.kind === 'code') return <Code key={key}>{part.text}</Code>
    if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>
    if (part.kind === 'text') return <Fragment key={key}>{part.text}</Fragment>
    return <InlineLink key={key} href={part.href} text={part.text} />
  })
}

/** Files and other sites are not pages for the router. */
const NO_PAGE = /^(?!\/)|\.(json|md|txt)$/

function InlineLink({ href, text }: { href: string; text: string }) {
  if (NO_PAGE.test(href)) {
    return (
      <a href={href} className={LINK_STYLE}>
        <InlineText text={text} />
      </a>
    )
  }
  return (
    <Link href={href} className={LINK_STYLE}>
      <InlineText text={text} />
    </Link>
  )
}

export function Paragraph({ text }: { text: string }) {
  return (
    <p className="max-w-[70ch] wrap-anywhere">
      <InlineText text={text} />
    </p>
  )
}

/** A list of sentences; `isOrdered` when they are steps. */
export function List({ items, isOrdered }: { items: readonly string[]; isOrdered: boolean }) {
  const Tag = isOrdered ? 'ol' : 'ul'
  return (
    <Tag className={classNames('max-w-[70ch] space-y-1.5 pl-5', isOrdered ? 'list-decimal' : 'list-disc')}>
      {items.map((item) => (
        <li key={item} className="pl-1 wrap-anywhere marker:text-muted-foreground">
          <InlineText text={item} />
        </li>
      ))}
    </Tag>
  )
}

export function SubHeading({ id, text }: { id: string; text: string }) {
  return (
    <h3 id={id} className="scroll-mt-6 pt-2 font-semibold text-base">
      <a href={`#${id}`} className="hover:underline">
        <InlineText text={text} />
      </a>
    </h3>
  )
}

const LINK_STYLE = 'font-medium text-accent-text underline underline-offset-2'

type DocsTableProps = {
  /** Names the table for screen readers. */
  label: string
  head: readonly string[]
  /** The first cell is the row's header. Text may hold code between backticks. */
  rows: readonly (readonly string[])[]
  /** Too wide for a phone: its rows become blocks there. */
  isWide: boolean
  /** The anchors of the rows. */
  anchors: readonly string[]
}

const CELL = 'px-3 py-2 first:pl-4 last:pr-4'

/** Lays a wide table out as blocks on phones: row header, cells with their column titles, text. */
const BLOCKS = {
  table: 'max-sm:block max-sm:min-w-0',
  head: 'max-sm:sr-only',
  body: 'max-sm:block',
  row: 'max-sm:block max-sm:px-4 max-sm:py-3',
  cell: 'max-sm:p-0 max-sm:first:pl-0 max-sm:last:pr-0 max-sm:empty:hidden',
  whole: 'max-sm:block',
  titled:
    'max-sm:mr-4 max-sm:inline-block max-sm:before:mr-1.5 max-sm:before:text-muted-foreground max-sm:before:text-xs max-sm:before:content-[attr(data-title)]',
}

/** A table that scrolls in its own region on narrow screens, by keyboard too. */
export function DocsTable({ label, head, rows, isWide, anchors }: DocsTableProps) {
  const blocks: Partial<typeof BLOCKS> = isWide ? BLOCKS : {}
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-xl border bg-surface">
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
          {rows.map(([first = '', ...others], row) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page never move.
              key={row}
              id={anchors[row]}
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
                  first.length <= 40 && 'whitespace-nowrap',
                  blocks.cell,
                  blocks.whole,
                )}
              >
                <InlineText text={first} />
              </th>
              {others.map((cell, column) => (
                <td
                  key={head[column + 1]}
                  data-title={head[column + 1]}
                  className={classNames(
                    CELL,
                    blocks.cell,
                    column < others.length - 1 ? blocks.titled : blocks.whole,
                  )}
                >
                  <InlineText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
