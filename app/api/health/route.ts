import { health } from '@/lib/api/health'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: health })
