import { Children, Fragment, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="break-words rounded bg-muted px-1 py-0.5 font-mono text-[0.8125em] text-foreground">
      {children}
    </code>
  )
}

/** Text with code between backticks. */
export function InlineText({ text }: { text: string }) {
  // Parts at odd positions stood between backticks. The parts of a text never move, so the index is a stable
  // key.
  return text.split('`').map((part, index) => {
    const key = `${index}:${part}`
    return index % 2 === 1 ? <Code key={key}>{part}</Code> : <Fragment key={key}>{part}</Fragment>
  })
}

function withCode(children: ReactNode): ReactNode {
  return Children.map(children, (child) => (typeof child === 'string' ? <InlineText text={child} /> : child))
}

export function Paragraph({ children, className }: { children: ReactNode; className?: string }) {
  return <p className={classNames('max-w-[70ch]', className)}>{withCode(children)}</p>
}

/** A list of sentences; `ordered` when they are steps. */
export function List({ items, ordered = false }: { items: readonly ReactNode[]; ordered?: boolean }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag className={classNames('max-w-[70ch] space-y-1.5 pl-5', ordered ? 'list-decimal' : 'list-disc')}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a page never move.
        <li key={index} className="pl-1 marker:text-muted-foreground">
          {withCode(item)}
        </li>
      ))}
    </Tag>
  )
}

export function SubHeading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h3 id={id} className="scroll-mt-6 pt-2 font-semibold text-base">
      {withCode(children)}
    </h3>
  )
}

export const LINK_STYLE = 'font-medium text-accent-text underline underline-offset-2'

type DocsTableProps = {
  /** Names the table for screen readers. */
  label: string
  head: readonly string[]
  /** The first cell is the row's header. Text may hold code between backticks. */
  rows: readonly (readonly ReactNode[])[]
  /** Classes for a table too wide for a phone; its rows become blocks there. */
  className?: string
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
export function DocsTable({ label, head, rows, className }: DocsTableProps) {
  const blocks: Partial<typeof BLOCKS> = className ? BLOCKS : {}
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-xl border bg-surface">
      <table
        className={classNames('w-full border-collapse text-left text-sm leading-6', className, blocks.table)}
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
          {rows.map(([first, ...others], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page never move.
            <tr key={row} className={classNames('border-t align-top first:border-t-0', blocks.row)}>
              <th
                scope="row"
                className={classNames(CELL, 'whitespace-nowrap font-normal', blocks.cell, blocks.whole)}
              >
                {textOf(first)}
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
                  {textOf(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function textOf(cell: ReactNode): ReactNode {
  return typeof cell === 'string' ? <InlineText text={cell} /> : cell
}
