import { methods } from '@/lib/api/operation'
import { getBranding, setBranding } from '@/lib/branding/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: getBranding,
  POST: setBranding,
})
