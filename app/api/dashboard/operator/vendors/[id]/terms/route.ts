import { changeTerms } from '@/lib/api/dashboard/operator/vendors'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: changeTerms })
