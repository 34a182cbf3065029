import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListView } from '@/lib/api/dashboard/list-query'
import type { Mode } from '@/lib/auth/mode'
import { requestJson } from './request'

/** A page of a list of the dashboard. `search` is the query that the list's operation reads. */
export const listQuery = <Row>(mode: Mode, path: string, search: string) =>
  queryOptions({
    queryKey: [mode, 'list', path, search],
    queryFn: ({ signal }) => requestJson<ListView<Row>>(listUrl(mode, path, search), { signal }),
    // The page before stays until the next one is there.
    placeholderData: keepPreviousData,
  })

export function listUrl(mode: Mode, path: string, search: string): string {
  return `${path}?mode=${mode}${search ? `&${search}` : ''}`
}
