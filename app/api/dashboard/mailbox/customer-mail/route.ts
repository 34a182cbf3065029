import { switchCustomerMail } from '@/lib/api/dashboard/switch-customer-mail'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: switchCustomerMail })
