import { methods } from '@/lib/api/operation'
import { chooseLanguage } from '@/lib/payments/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: chooseLanguage })
