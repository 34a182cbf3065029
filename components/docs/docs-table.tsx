import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names'
import { InlineText } from './prose'

type DocsTableProps = {
  /** What the table is, for those who can't see where it stands. */
  label: string
  head: readonly string[]
  /** A row's first cell names it. Texts may hold code between backticks. */
  rows: readonly (readonly ReactNode[])[]
  /** Of the table, where it needs more room than its region has. */
  className?: string
}

const CELL = 'px-3 py-2 first:pl-4 last:pr-4'

/** A table that scrolls in its own region where the screen is too narrow, by keyboard too. */
export function DocsTable({ label, head, rows, className }: DocsTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-xl border bg-surface">
      <table className={classNames('w-full border-collapse text-left text-sm leading-6', className)}>
        <thead className="border-b bg-muted/50 text-muted-foreground text-xs">
          <tr>
            {head.map((title) => (
              <th key={title} scope="col" className={classNames(CELL, 'whitespace-nowrap font-medium')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page never change places.
            <tr key={row} className="border-t align-top first:border-t-0">
              <th scope="row" className={classNames(CELL, 'whitespace-nowrap font-normal')}>
                {textOf(first)}
              </th>
              {others.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do its columns.
                <td key={column} className={CELL}>
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
