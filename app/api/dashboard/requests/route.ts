import { listRequests } from '@/lib/api/dashboard/list-requests'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listRequests })
