import { queryOptions } from '@tanstack/react-query'
import type { HomeView } from '@/lib/api/dashboard/read-home'
import type { Mode } from '@/lib/auth/mode'
import { requestJson } from './request'

export const homeQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'home'],
    queryFn: ({ signal }) => requestJson<HomeView>(`/api/dashboard/home?mode=${mode}`, { signal }),
  })
