import { listMails } from '@/lib/api/dashboard/list-mails'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listMails })
