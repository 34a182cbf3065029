'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useKeys } from '@/components/browser/use-keys'
import type { Mode } from '@/lib/auth/mode'
import { type FirstList, MAX_SELECTION } from '@/lib/lists/list-view'
import type { ViewedList } from '@/lib/lists/saved-views'
import { Button } from '../ui/button'
import { Card } from '../ui/card'
import { classNames } from '../ui/class-names'
import { SkeletonLines } from '../ui/skeleton'
import { listQuery, useListAddress } from './list-address'
import type { ListColumn, ListFilter } from './list-column'
import { ListPager, ListRefusal, ListTable, NothingFound } from './list-table'
import { type ListTab, ListTabs } from './list-tabs'
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
  keyOf: (row: Row) => string
  /** Tabs by status, with the operation that counts their rows. */
  tabs?: { path: string; options: ListTab[] }
  /** The name under which views of the list are saved. */
  viewsOf?: ViewedList
  /** Actions on the chosen rows; without it, no rows can be chosen. */
  bulk?:
    | { nameOf: (row: Row) => string; actions: (selection: Row[], clear: () => void) => ReactNode }
    | undefined
  /** Polling interval in milliseconds, for rows that change by themselves. */
  refreshMs?: (rows: Row[]) => number | false
  /** Shown when there are no rows at all. */
  empty: ReactNode
}

/** The dashboard's list. Search, filters, sort, page and columns live in the URL. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, mode, path, exportPath, first, columns, filters, searchHint, keyOf, empty } = props
  const { refreshMs, tabs, viewsOf, bulk } = props
  const { params, search, change } = useListAddress()
  const body = useRef<HTMLDivElement>(null)
  const isFirst = search === first.search
  const { data, error, isPlaceholderData } = useQuery({
    ...listQuery<Row>(mode, path, search),
    ...(isFirst && first.view ? { initialData: first.view } : {}),
    enabled: !(isFirst && first.refusal),
    refetchInterval: ({ state }) => (refreshMs && state.data ? refreshMs(state.data.rows) : false),
  })
  const [selection, setSelection] = useState<ReadonlyMap<string, Row>>(new Map())
  const choose = (rows: Row[], isOn: boolean) => {
    const next = new Map(selection)
    for (const row of rows) {
      if (!isOn) next.delete(keyOf(row))
      else if (next.size < MAX_SELECTION) next.set(keyOf(row), row)
    }
    setSelection(next)
  }

  const chooseFocused = () => {
    const row = data?.rows[rowsIn(body.current).findIndex(hasFocus)]
    if (row !== undefined) choose([row], !selection.has(keyOf(row)))
  }
  useKeys({
    j: () => moveFocus(body.current, 1),
    k: () => moveFocus(body.current, -1),
    ...(bulk ? { x: chooseFocused } : {}),
  })

  if (search === '' && data?.rows.length === 0) return <Card data-wide>{empty}</Card>
  const hidden = new Set(params.get('hide')?.split(',') ?? [])
  const refusal = isFirst && first.refusal ? first.refusal : error && failureMessage(error)
  return (
    <Card aria-label={label} data-wide className="overflow-hidden">
      {tabs && (
        <ListTabs
          label={label}
          mode={mode}
          path={tabs.path}
          tabs={tabs.options}
          status={params.get('status') ?? ''}
          onChoose={(status) => change({ status: status || null })}
        />
      )}
      <ListToolbar
        {...{ label, mode, searchHint, columns, filters, params, search, hidden, change }}
        {...(exportPath ? { exportPath } : {})}
        {...(viewsOf ? { viewsOf } : {})}
      />
      {bulk && selection.size > 0 && (
        <section
          aria-label="Selection"
          className="flex flex-wrap items-center gap-2 border-t bg-accent-soft/50 px-4 py-2 sm:px-5"
        >
          <p role="status" className="tabular mr-auto font-medium">
            {selection.size} selected{selection.size === MAX_SELECTION && ', the most at once'}
          </p>
          {bulk.actions([...selection.values()], () => setSelection(new Map()))}
          <Button
            variant="ghost"
            size="small"
            aria-label="Clear selection"
            onClick={() => setSelection(new Map())}
          >
            Clear
          </Button>
        </section>
      )}
      {refusal && <ListRefusal>{refusal}</ListRefusal>}
      {!refusal && !data && <SkeletonLines lines={10} className="space-y-6 border-t p-4 sm:px-5" />}
      {!refusal && data && (
        <div
          ref={body}
          aria-busy={isPlaceholderData}
          className={classNames(isPlaceholderData && 'opacity-60')}
        >
          {data.note && data.rows.length > 0 && (
            <p className="border-t px-4 py-2 text-[0.8125rem] text-muted-foreground sm:px-5">{data.note}</p>
          )}
          {data.rows.length > 0 ? (
            <ListTable
              label={label}
              columns={columns.filter(({ key, isFixed }) => isFixed || !hidden.has(key))}
              rows={data.rows}
              sort={params.get('sort') || data.sort}
              onSort={(sort) => change({ sort })}
              keyOf={keyOf}
              isCompact={params.get('rows') === 'compact'}
              selection={
                bulk && { isSelected: (row) => selection.has(keyOf(row)), choose, nameOf: bulk.nameOf }
              }
            />
          ) : (
            <NothingFound {...(data.note ? { note: data.note } : {})} />
          )}
          <ListPager label={label} page={data} isLoading={isPlaceholderData} change={change} />
        </div>
      )}
    </Card>
  )
}

/** Moves the focus from row to row by each row's first link. */
function moveFocus(body: HTMLElement | null, step: 1 | -1): void {
  const rows = rowsIn(body)
  const at = rows.findIndex(hasFocus)
  const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]
  next?.querySelector<HTMLElement>('a, button')?.focus()
}

function rowsIn(body: HTMLElement | null): Element[] {
  return [...(body?.querySelectorAll('tbody tr') ?? [])]
}

function hasFocus(row: Element): boolean {
  return row.contains(document.activeElement)
}
