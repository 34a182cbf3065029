import { routeHandlers } from '@/lib/api/next'
import { warnOfTestFraud } from '@/lib/test-mode/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ warnOfTestFraud })
