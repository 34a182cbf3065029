import type { ReactNode } from 'react'
import { Card } from '../ui/card'
import { classNames } from '../ui/class-names'
import { LoadingPage } from '../ui/loading-page'
import { HeaderSkeleton, Skeleton } from '../ui/skeleton'
import { Cell, HeadCell, Row, TableHead } from '../ui/table'
import type { ListColumn } from './list-column'

const ROWS = Array.from({ length: 10 }, (_, index) => index)

type RowSkeletonsProps = {
  columns: Pick<ListColumn<never>, 'key' | 'title' | 'align' | 'className'>[]
  /** Gives rows a second line in the first column, always or on phones. */
  secondLine?: 'always' | 'phone' | undefined
}

/** The list's columns with placeholder rows of the final height. */
export function RowSkeletons({ columns, secondLine }: RowSkeletonsProps) {
  return (
    <div aria-hidden className="overflow-hidden">
      <table className="w-full border-collapse text-left">
        <TableHead>
          {columns.map(({ key, title, align, className }) => (
            <HeadCell key={key} className={classNames(align === 'right' && 'text-right', className)}>
              {title}
            </HeadCell>
          ))}
        </TableHead>
        <tbody>
          {ROWS.map((row) => (
            <Row key={row}>
              {columns.map(({ key, align, className }, index) => (
                <Cell key={key} className={className}>
                  <Line
                    className={index === 0 ? 'w-36' : classNames('w-16', align === 'right' && 'ml-auto')}
                  />
                  {index === 0 && secondLine && (
                    <Line className={classNames('w-24', secondLine === 'phone' && 'sm:hidden')} />
                  )}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ className }: { className: string }) {
  return (
    <div className={classNames('flex h-5 max-w-full items-center', className)}>
      <Skeleton className="h-3 w-full" />
    </div>
  )
}

type ListPageSkeletonProps = RowSkeletonsProps & {
  hasDescription?: boolean
  hasAction?: boolean
  /** Content between the title and the list. */
  children?: ReactNode
}

/** A page with a title, an action and a list. */
export function ListPageSkeleton({
  columns,
  secondLine,
  hasDescription = false,
  hasAction = true,
  children,
}: ListPageSkeletonProps) {
  return (
    <LoadingPage>
      <HeaderSkeleton hasDescription={hasDescription} action={hasAction ? 'w-28' : undefined} />
      {children}
      <Card data-wide className="overflow-hidden">
        <div className="flex flex-wrap items-center justify-between gap-2 p-4 sm:px-5">
          <Skeleton className="h-10 min-w-48 flex-1 sm:h-9 sm:max-w-80" />
          <Skeleton className="ml-auto h-9 w-44" />
        </div>
        <RowSkeletons columns={columns} secondLine={secondLine} />
      </Card>
    </LoadingPage>
  )
}
