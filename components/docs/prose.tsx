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
  // The parts at odd places stood between two backticks; a text's parts never change places.
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

/** A list of sentences, `ordered` where their order says something. */
export function List({ items, ordered = false }: { items: readonly ReactNode[]; ordered?: boolean }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag className={classNames('max-w-[70ch] space-y-1.5 pl-5', ordered ? 'list-decimal' : 'list-disc')}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a page never change places.
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
  /** What the table is, for those who can't see where it stands. */
  label: string
  head: readonly string[]
  /** A row's first cell names it. Texts may hold code between backticks. */
  rows: readonly (readonly ReactNode[])[]
  /** Of the table, where it needs more room than its region has: on a phone each row is a block then. */
  className?: string
}

const CELL = 'px-3 py-2 first:pl-4 last:pr-4'

/** What lays a wide table out in blocks on a phone: a row's name, its cells by their titles, its text. */
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

/** A table that scrolls in its own region where the screen is too narrow, by keyboard too. */
export function DocsTable({ label, head, rows, className }: DocsTableProps) {
  const blocks: Partial<typeof BLOCKS> = className ? BLOCKS : {}
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
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
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page never change places.
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
