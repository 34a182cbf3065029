import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FoundRecord } from '@/lib/api/dashboard/search'
import type { Mode } from '@/lib/auth/mode'
import { requestJson } from './request'

/** The account's records that a text may mean. */
export const searchQuery = (mode: Mode, text: string) =>
  queryOptions({
    queryKey: [mode, 'search', text],
    queryFn: ({ signal }) =>
      requestJson<{ records: FoundRecord[] }>(
        `/api/dashboard/search?mode=${mode}&q=${encodeURIComponent(text)}`,
        { signal },
      ),
    enabled: text.length > 0,
    placeholderData: keepPreviousData,
  })
