'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useKeys } from '@/components/browser/use-keys'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-query'
import { Card } from '../ui/card'
import { classNames } from '../ui/class-names'
import { listQuery, useListAddress } from './list-address'
import type { ListColumn, ListFilter } from './list-column'
import { RowSkeletons } from './list-skeleton'
import { ListPager, ListRefusal, ListTable, NothingFound } from './list-table'
import { ListToolbar } from './list-toolbar'

type DataListProps<Row> = {
  /** What the rows are, in the plural: `Invoices`. */
  label: string
  mode: Mode
  /** The operation that answers with a page of it. */
  path: string
  /** The operation that answers with all that is filtered, as CSV; no export without it. */
  exportPath?: string
  /** As the server drew the page. */
  first: FirstList<Row>
  columns: ListColumn<Row>[]
  filters: ListFilter[]
  /** What the search field finds: `Customer, email or id`. */
  searchHint: string
  /** How it is sorted where the address says nothing: `-created`. */
  defaultSort: string
  keyOf: (row: Row) => string
  /** After how many milliseconds the rows are asked for again: for what changes without anybody's doing. */
  refreshMs?: (rows: Row[]) => number | false
  /** What stands there while there is nothing at all. */
  empty: ReactNode
}

/** The one list of the dashboard: search, filters, order, page and columns live in the address. */
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

/** From row to row by the first link of each. */
function moveFocus(body: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(body?.querySelectorAll('tbody tr') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]
  next?.querySelector<HTMLElement>('a, button')?.focus()
}
