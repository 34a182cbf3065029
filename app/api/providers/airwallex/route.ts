import { methods } from '@/lib/api/operation'
import { receiveAirwallexNotification } from '@/lib/payments/provider-notifications'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: receiveAirwallexNotification,
})
