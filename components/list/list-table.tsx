import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Checkbox } from '@/components/ui/field'
import { EmptyState, Notice } from '@/components/ui/notice'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import type { ListView } from '@/lib/lists/list-view'
import type { ListColumn } from './list-column'

type ListTableProps<RowData> = {
  label: string
  columns: ListColumn<RowData>[]
  rows: RowData[]
  /** `due_date`, or `-due_date` for descending. */
  sort: string
  onSort: (sort: string) => void
  keyOf: (row: RowData) => string
  isCompact: boolean
  /** The chosen rows, for lists whose rows can be chosen. */
  selection?: RowSelection<RowData> | undefined
}

type RowSelection<RowData> = {
  isSelected: (row: RowData) => boolean
  choose: (rows: RowData[], isOn: boolean) => void
  /** Names a row beside its checkbox: `INV-0001`. */
  nameOf: (row: RowData) => string
}

/** Stretches the first link of a cell over the whole row, which positions it. */
const ROW_LINK = '[&>a:first-child]:after:absolute [&>a:first-child]:after:inset-0'
const ROW_STYLE = classNames(
  'relative',
  // Above the link of the row.
  '[&_:is(button,label)]:relative [&_:is(button,label)]:z-1',
  // A column of the same icon says nothing: with a mouse it shows on the row under it. A finger can't hover.
  'pointer-fine:not-hover:not-focus-within:[&_[data-copies]]:opacity-0',
)

export function ListTable<RowData>(props: ListTableProps<RowData>) {
  const { label, columns, rows, sort, onSort, keyOf, isCompact, selection } = props
  return (
    <Table label={label}>
      <TableHead>
        {selection && (
          <HeadCell className="w-0 pr-0">
            <RowCheckbox
              label="Select all on this page"
              isOn={rows.every(selection.isSelected)}
              onChange={(isOn) => selection.choose(rows, isOn)}
            />
          </HeadCell>
        )}
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
          <Row
            key={keyOf(row)}
            className={classNames(
              ROW_STYLE,
              isCompact && '[&>td]:py-1',
              selection?.isSelected(row)
                ? 'bg-accent-soft/50 focus-within:bg-accent-soft/80 hover:bg-accent-soft/80'
                : 'focus-within:bg-muted/50 hover:bg-muted/50',
            )}
          >
            {selection && (
              <Cell className="w-0 pr-0">
                <RowCheckbox
                  label={`Select ${selection.nameOf(row)}`}
                  isOn={selection.isSelected(row)}
                  onChange={(isOn) => selection.choose([row], isOn)}
                />
              </Cell>
            )}
            {columns.map((column, index) => (
              <Cell key={column.key} className={classNames(styleOf(column), index === 0 && ROW_LINK)}>
                {column.cell(row)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

type RowCheckboxProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** A checkbox with room for a finger. */
function RowCheckbox({ label, isOn, onChange }: RowCheckboxProps) {
  return (
    <label className="-m-2 flex size-9 items-center justify-center">
      <span className="sr-only">{label}</span>
      <Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    </label>
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

/** Sorts in descending order first: people look for the largest and the latest. */
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

type ListPagerProps = {
  label: string
  page: ListView<unknown>
  /** The page is still the one before: its cursors don't fit another order or filter. */
  isLoading: boolean
  change: (changes: Record<string, string | null>) => void
}

export function ListPager({ label, page, isLoading, change }: ListPagerProps) {
  const { rows, nextCursor, previousCursor } = page
  return (
    <nav
      aria-label={`Pages of ${label.toLowerCase()}`}
      className="flex items-center justify-between gap-3 border-t px-4 py-2.5 sm:px-5"
    >
      <p role="status" className="tabular text-[0.8125rem] text-muted-foreground">
        {rows.length === 1 ? '1 row' : `${rows.length} rows`}
        {nextCursor || previousCursor ? ' on this page' : ''}
      </p>
      {(nextCursor || previousCursor) && (
        <div className="flex gap-2">
          <PageButton
            isThere={!isLoading && previousCursor !== null}
            onClick={() => change({ before: previousCursor, after: null })}
          >
            <ChevronLeft aria-hidden className="size-4" />
            Previous
          </PageButton>
          <PageButton
            isThere={!isLoading && nextCursor !== null}
            onClick={() => change({ after: nextCursor, before: null })}
          >
            Next
            <ChevronRight aria-hidden className="size-4" />
          </PageButton>
        </div>
      )}
    </nav>
  )
}

type PageButtonProps = { isThere: boolean; onClick: () => void; children: React.ReactNode }

/** Stays focusable at the end of the list, so that the focus is not lost. */
function PageButton({ isThere, onClick, children }: PageButtonProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      aria-disabled={!isThere || undefined}
      onClick={() => isThere && onClick()}
    >
      {children}
    </Button>
  )
}

const SHOW_ALL = (
  <a href="?" className={buttonStyle({ variant: 'secondary', size: 'small' })}>
    Show all
  </a>
)

/** Shown when the URL asks for an invalid list or the service fails. */
export function ListRefusal({ children }: { children: ReactNode }) {
  return (
    <div className="space-y-3 p-4 sm:p-5">
      <Notice kind="danger" title="We can’t show this list" role="alert">
        {children}
      </Notice>
      {SHOW_ALL}
    </div>
  )
}

/** `note`: why the sort order leaves out all rows. */
export function NothingFound({ note }: { note?: string }) {
  return (
    <EmptyState Icon={SearchX} title={note ?? 'Nothing matches'} action={SHOW_ALL}>
      {note
        ? 'Choose another currency, or sort by another column.'
        : 'Try another search, or remove a filter.'}
    </EmptyState>
  )
}
