import { methods } from '@/lib/api/operation'
import { listMails } from '@/lib/mail/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listMails })
