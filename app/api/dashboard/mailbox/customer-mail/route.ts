import { methods } from '@/lib/api/operation'
import { switchCustomerMail } from '@/lib/mail/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: switchCustomerMail })
