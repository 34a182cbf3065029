import type { ReactNode } from 'react'

export type ListColumn<Row> = {
  /** Names it in the address. */
  key: string
  title: string
  /** What the list is sorted by when its title is pressed; a column without it can't be sorted by. */
  sort?: string
  align?: 'right'
  /** Where there is room for it: `hidden sm:table-cell`. */
  className?: string
  /** It can't be hidden: what the row is known by. */
  isFixed?: boolean
  cell: (row: Row) => ReactNode
}

export type ListFilter =
  | {
      kind: 'choice'
      name: string
      label: string
      options: { value: string; label: string }[]
      /** What it is where nothing is chosen: `All` where it is not given. */
      all?: string
    }
  /** Two days, in `<name>_from` and `<name>_to`, both included. */
  | { kind: 'days'; name: string; label: string }
  | { kind: 'text'; name: string; label: string; placeholder?: string }

/** The query parameters that a filter sets. */
export function parametersOf(filter: ListFilter): string[] {
  return filter.kind === 'days' ? [`${filter.name}_from`, `${filter.name}_to`] : [filter.name]
}
