import { routeHandlers } from '@/lib/api/next'

/** Answers 404 to every path without a route file of its own. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({})
