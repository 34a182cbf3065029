import { getBranding, setBranding } from '@/lib/api/dashboard/branding'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: getBranding,
  POST: setBranding,
})
