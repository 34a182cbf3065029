'use client'

import { Bookmark, Columns3, Download, ListFilterIcon, Search } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useKeys } from '@/components/browser/use-keys'
import { Input } from '@/components/ui/field'
import { lateDialog } from '@/components/ui/late-dialog'
import type { Mode } from '@/lib/auth/mode'
import type { ViewedList } from '@/lib/lists/saved-views'
import { Button } from '../ui/button'
import { Menu, type MenuEntry } from '../ui/menu'
import { useAddressField } from './list-address'
import type { ListColumn, ListFilter } from './list-column'
import { FilterChips, ListFilters, TYPING_MS, usedFilters } from './list-filters'

// Without `ssr: false` the page would be hidden while this loads, and lose the focus.
const ExportDialog = lateDialog(() => import('./export-dialog').then((module) => module.ExportDialog))

const ViewsDialog = lateDialog(() => import('./views-dialog').then((module) => module.ViewsDialog))

type Change = (changes: Record<string, string | null>) => void

type ListToolbarProps<Row> = {
  label: string
  mode: Mode
  exportPath?: string
  /** The name under which views of the list are saved; without it there are none. */
  viewsOf?: ViewedList
  searchHint: string
  columns: ListColumn<Row>[]
  filters: ListFilter[]
  params: URLSearchParams
  search: string
  hidden: Set<string>
  change: Change
}

export function ListToolbar<Row>(props: ListToolbarProps<Row>) {
  const { label, mode, exportPath, viewsOf, searchHint, columns, filters, params, search, hidden, change } =
    props
  const active = usedFilters(filters, params)
  // The chips say which are in use, so the fields stay closed until somebody asks for them.
  const [areFiltersOpen, setFiltersOpen] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const [areViewsOpen, setViewsOpen] = useState(false)
  const filtersId = useId()
  return (
    <div className="space-y-3 p-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label={label} hint={searchHint} value={params.get('q') ?? ''} change={change} />
        <div className="ml-auto flex gap-2">
          {filters.length > 0 && (
            <Button
              variant="secondary"
              aria-expanded={areFiltersOpen}
              aria-controls={filtersId}
              onClick={() => setFiltersOpen(!areFiltersOpen)}
            >
              <ListFilterIcon aria-hidden className="size-4" />
              Filters{active.length > 0 && ` (${active.length})`}
            </Button>
          )}
          {viewsOf && (
            <Button
              variant="secondary"
              size="icon"
              aria-label="Saved views"
              onClick={() => setViewsOpen(true)}
            >
              <Bookmark aria-hidden className="size-4" />
            </Button>
          )}
          <ColumnMenu
            columns={columns}
            hidden={hidden}
            isCompact={params.get('rows') === 'compact'}
            change={change}
          />
          {exportPath && (
            <Button
              variant="secondary"
              size="icon"
              aria-label="Export as CSV"
              onClick={() => setExporting(true)}
            >
              <Download aria-hidden className="size-4" />
            </Button>
          )}
        </div>
      </div>
      <FilterChips active={active} params={params} change={change} />
      {areFiltersOpen && <ListFilters id={filtersId} filters={filters} params={params} change={change} />}
      {areViewsOpen && viewsOf && (
        <ViewsDialog
          list={viewsOf}
          search={params.toString()}
          onOpen={(search) => {
            setViewsOpen(false)
            window.history.pushState(null, '', search ? `?${search}` : window.location.pathname)
          }}
          onClose={() => setViewsOpen(false)}
        />
      )}
      {isExporting && exportPath && (
        <ExportDialog {...{ label, mode, search }} path={exportPath} onClose={() => setExporting(false)} />
      )}
    </div>
  )
}

type SearchFieldProps = { label: string; hint: string; value: string; change: Change }

function SearchField({ label, hint, value, change }: SearchFieldProps) {
  const { text, type, put } = useAddressField({ name: 'q', value, change, delayMs: TYPING_MS })
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  return (
    <div className="relative min-w-48 flex-1 sm:max-w-80">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        ref={field}
        type="search"
        aria-label={`Search ${label.toLowerCase()}`}
        placeholder={hint}
        maxLength={200}
        value={text}
        onChange={({ target }) => type(target.value)}
        // Write the URL before the click that took the focus is handled, or it would overtake a link's
        // navigation.
        onBlur={() => put(text)}
        className="pl-9"
      />
    </div>
  )
}

type ColumnMenuProps<Row> = {
  columns: ListColumn<Row>[]
  hidden: Set<string>
  isCompact: boolean
  change: Change
}

function ColumnMenu<Row>({ columns, hidden, isCompact, change }: ColumnMenuProps<Row>) {
  const show = (key: string, isOn: boolean) => {
    const next = new Set(hidden)
    if (isOn) next.delete(key)
    else next.add(key)
    change({ hide: [...next].join(',') || null })
  }
  const optional = columns.filter(({ isFixed }) => !isFixed)
  const toggles = optional.map(
    ({ key, title, className }): MenuEntry => ({
      kind: 'toggle',
      text: title,
      className: narrowStyle([className]),
      isOn: !hidden.has(key),
      onChange: (isOn) => show(key, isOn),
    }),
  )
  return (
    <Menu
      trigger={
        <Button variant="secondary" size="icon" aria-label="Columns">
          <Columns3 aria-hidden className="size-4" />
        </Button>
      }
      entries={[
        menuHeading('Columns', narrowStyle(optional.map(({ className }) => className))),
        ...toggles,
        menuHeading('Rows'),
        {
          kind: 'toggle',
          text: 'Compact',
          isOn: isCompact,
          onChange: (isOn) => change({ rows: isOn ? 'compact' : null }),
        },
      ]}
    />
  )
}

/** Screens too narrow for a column of such classes, from the narrowest, and the class that hides its entry there. */
const NARROW = [
  ['sm:table-cell', 'max-sm:hidden'],
  ['md:table-cell', 'max-md:hidden'],
  ['lg:table-cell', 'max-lg:hidden'],
  ['xl:table-cell', 'max-xl:hidden'],
  ['2xl:table-cell', 'max-2xl:hidden'],
] as const

/** Hides what controls only columns that the screen is too narrow for. */
function narrowStyle(columns: (string | undefined)[]): string {
  const steps = columns.map((classes) => NARROW.findIndex(([shows]) => classes?.split(' ').includes(shows)))
  return NARROW[Math.min(...steps)]?.[1] ?? ''
}

function menuHeading(text: string, className = ''): MenuEntry {
  return {
    kind: 'label',
    className,
    content: <span className="font-medium text-muted-foreground text-xs">{text}</span>,
  }
}
