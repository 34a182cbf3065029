'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useKeys } from '@/components/browser/use-keys'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import { Card } from '../ui/card'
import { classNames } from '../ui/class-names'
import { listQuery, useListAddress } from './list-address'
import type { ListColumn, ListFilter } from './list-column'
import { RowSkeletons } from './list-skeleton'
import { ListPager, ListRefusal, ListTable, NothingFound } from './list-table'
import { ListToolbar } from './list-toolbar'

type DataListProps<Row> = {
  /** Plural name of the rows: `Invoices`. */
  label: string
  mode: Mode
  /** The operation that returns one page of rows. */
  path: string
  /** The operation that returns every filtered row as CSV; without it there is no export. */
  exportPath?: string
  /** The list as the server rendered it. */
  first: FirstList<Row>
  columns: ListColumn<Row>[]
  filters: ListFilter[]
  /** The searchable columns, as the placeholder: `Customer, email or id`. */
  searchHint: string
  /** The sort order when the URL names none: `-created`. */
  defaultSort: string
  keyOf: (row: Row) => string
  /** Polling interval in milliseconds, for rows that change by themselves. */
  refreshMs?: (rows: Row[]) => number | false
  /** Shown when there are no rows at all. */
  empty: ReactNode
}

/** The dashboard's list. Search, filters, sort, page and columns live in the URL. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, mode, path, exportPath, first, columns, filters, searchHint, defaultSort, keyOf, empty } =
    props
  const { refreshMs } = props
  const { params, search, change } = useListAddress()
  const body = useRef<HTMLDivElement>(null)
  const isFirst = search === first.search
  const { data, error, isPlaceholderData } = useQuery({
    ...listQuery<Row>(mode, path, search),
    ...(isFirst && first.view ? { initialData: first.view } : {}),
    enabled: !(isFirst && first.refusal),
    refetchInterval: ({ state }) => (refreshMs && state.data ? refreshMs(state.data.rows) : false),
  })
  useKeys({ j: () => moveFocus(body.current, 1), k: () => moveFocus(body.current, -1) })

  if (search === '' && data?.rows.length === 0) return <Card>{empty}</Card>
  const hidden = new Set(params.get('hide')?.split(',') ?? [])
  const refusal = isFirst && first.refusal ? first.refusal : error && failureMessage(error)
  return (
    <Card aria-label={label} className="overflow-hidden">
      <ListToolbar
        {...{ label, mode, searchHint, columns, filters, params, search, hidden, change }}
        {...(exportPath ? { exportPath } : {})}
      />
      {refusal && <ListRefusal>{refusal}</ListRefusal>}
      {!refusal && !data && <RowSkeletons columns={columns} />}
      {!refusal && data && (
        <div
          ref={body}
          aria-busy={isPlaceholderData}
          className={classNames(isPlaceholderData && 'opacity-60')}
        >
          {data.rows.length > 0 ? (
            <ListTable
              label={label}
              columns={columns.filter(({ key, isFixed }) => isFixed || !hidden.has(key))}
              rows={data.rows}
              sort={params.get('sort') ?? defaultSort}
              onSort={(sort) => change({ sort })}
              keyOf={keyOf}
            />
          ) : (
            <NothingFound />
          )}
          <ListPager label={label} page={data} change={change} />
        </div>
      )}
    </Card>
  )
}

/** Moves the focus from row to row by each row's first link. */
function moveFocus(body: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(body?.querySelectorAll('tbody tr') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]
  next?.querySelector<HTMLElement>('a, button')?.focus()
}
