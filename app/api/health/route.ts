import { methods } from '@/lib/api/operation'
import { health } from '@/lib/operator/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: health })
