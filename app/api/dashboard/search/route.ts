import { methods } from '@/lib/api/operation'
import { searchRecords } from '@/lib/search/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: searchRecords })
