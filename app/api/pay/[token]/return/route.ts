import { returnFromCheckout } from '@/lib/api/hosted-checkout'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: returnFromCheckout })
