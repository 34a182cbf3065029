import { chooseLanguage } from '@/lib/api/choose-language'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: chooseLanguage })
