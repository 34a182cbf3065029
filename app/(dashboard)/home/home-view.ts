import { cache } from 'react'
import { readHome } from '@/lib/api/dashboard/read-home'

/** What the page shows, read once a request. */
export const homeView = cache(readHome)
