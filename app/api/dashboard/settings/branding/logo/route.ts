import { methods } from '@/lib/api/operation'
import { getLogo, removeLogo, setLogo } from '@/lib/branding/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: getLogo,
  POST: setLogo,
  DELETE: removeLogo,
})
