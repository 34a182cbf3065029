import { getHome } from '@/lib/api/dashboard/get-home'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getHome })
