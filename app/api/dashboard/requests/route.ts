import { methods } from '@/lib/api/operation'
import { listRequests } from '@/lib/request-log/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listRequests })
