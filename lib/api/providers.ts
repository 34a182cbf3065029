import type { Table } from '@/lib/http/operation'
import {
  receiveAirwallexNotification,
  receiveStripeNotification,
} from '@/lib/payments/provider-notifications'

/** The operations that receive the providers' notifications, each signed. */
export const providersApi = { receiveAirwallexNotification, receiveStripeNotification } satisfies Table
