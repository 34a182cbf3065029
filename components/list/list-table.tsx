import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '../ui/class-names'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import type { ListColumn } from './list-column'

type ListTableProps<RowData> = {
  label: string
  columns: ListColumn<RowData>[]
  rows: RowData[]
  /** `due_date`, or `-due_date` for descending. */
  sort: string
  onSort: (sort: string) => void
  keyOf: (row: RowData) => string
}

export function ListTable<RowData>({ label, columns, rows, sort, onSort, keyOf }: ListTableProps<RowData>) {
  return (
    <Table label={label}>
      <TableHead>
        {columns.map((column) => (
          <HeadCell
            key={column.key}
            className={styleOf(column)}
            {...(column.sort ? { 'aria-sort': ariaSort(column.sort, sort) } : {})}
          >
            {column.sort ? (
              <SortButton column={column} by={column.sort} sort={sort} onSort={onSort} />
            ) : (
              column.title
            )}
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row key={keyOf(row)} className="focus-within:bg-muted/50 hover:bg-muted/50">
            {columns.map((column) => (
              <Cell key={column.key} className={styleOf(column)}>
                {column.cell(row)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function styleOf<RowData>({ align, className }: ListColumn<RowData>): string {
  return classNames(align === 'right' && 'text-right', className)
}

function ariaSort(by: string, sort: string): 'ascending' | 'descending' | 'none' {
  if (sort === by) return 'ascending'
  return sort === `-${by}` ? 'descending' : 'none'
}

type SortButtonProps<RowData> = {
  column: ListColumn<RowData>
  by: string
  sort: string
  onSort: (sort: string) => void
}

/** The largest and the latest come first: that is what a list is mostly sorted for. */
function SortButton<RowData>({ column, by, sort, onSort }: SortButtonProps<RowData>) {
  const state = ariaSort(by, sort)
  const Arrow = state === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => onSort(state === 'descending' ? by : `-${by}`)}
      className={classNames(
        'inline-flex items-center gap-1 rounded align-top font-medium hover:text-foreground',
        column.align === 'right' && 'flex-row-reverse',
      )}
    >
      {column.title}
      <Arrow aria-hidden className={classNames('size-3', state === 'none' && 'opacity-0')} />
    </button>
  )
}
