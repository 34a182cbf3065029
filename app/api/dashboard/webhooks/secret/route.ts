import { methods } from '@/lib/api/operation'
import { revealSigningSecret, rotateSigningSecret } from '@/lib/webhooks/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: revealSigningSecret,
  POST: rotateSigningSecret,
})
