import { switchMode } from '@/lib/api/dashboard/switch-mode'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: switchMode })
