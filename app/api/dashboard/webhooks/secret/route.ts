import { methods } from '@/lib/api/operation'
import { revealSigningSecret, rollSigningSecret } from '@/lib/webhooks/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: revealSigningSecret,
  POST: rollSigningSecret,
})
