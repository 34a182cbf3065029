import { methods } from '@/lib/api/operation'
import { getHome } from '@/lib/home/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getHome })
