import { revealSigningSecret, rollSigningSecret } from '@/lib/api/dashboard/signing-secret'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: revealSigningSecret,
  POST: rollSigningSecret,
})
