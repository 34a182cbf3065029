import type { ReactNode } from 'react'

export type ListColumn<Row> = {
  /** Its name in the URL. */
  key: string
  title: string
  /** Sort key for the column's title; without one the column can't be sorted. */
  sort?: string
  align?: 'right'
  /** Classes that decide when the column shows, such as `hidden sm:table-cell`. */
  className?: string
  /** Can't be hidden, because it identifies the row. */
  isFixed?: boolean
  cell: (row: Row) => ReactNode
}

export type ListFilter =
  | {
      kind: 'choice'
      name: string
      label: string
      options: { value: string; label: string }[]
      /** Label when nothing is chosen; `All` by default. */
      all?: string
    }
  /** A date range in `<name>_from` and `<name>_to`, both inclusive. */
  | { kind: 'days'; name: string; label: string }
  | { kind: 'text'; name: string; label: string; placeholder?: string }

/** A filter by one of several values, each with its label. */
export function choiceFilter(name: string, label: string, labels: Record<string, string>): ListFilter {
  const options = Object.entries(labels).map(([value, text]) => ({ value, label: text }))
  return { kind: 'choice', name, label, options }
}

/** The choices of a list by status. */
export function statusChoices(statuses: Record<string, { displayStatus: string }>) {
  return Object.entries(statuses).map(([value, { displayStatus }]) => ({ value, label: displayStatus }))
}

export function statusFilter(statuses: Record<string, { displayStatus: string }>): ListFilter {
  return { kind: 'choice', name: 'status', label: 'Status', options: statusChoices(statuses) }
}

/** The query parameters that a filter sets. */
export function parametersOf(filter: ListFilter): string[] {
  return filter.kind === 'days' ? [`${filter.name}_from`, `${filter.name}_to`] : [filter.name]
}
