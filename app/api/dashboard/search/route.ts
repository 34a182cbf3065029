import { searchRecords } from '@/lib/api/dashboard/search'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: searchRecords })
