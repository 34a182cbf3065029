import { routeHandlers } from '@/lib/api/next'

/** Every path that no other file serves: 404. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({})
