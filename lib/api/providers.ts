import type { Table } from '@/lib/http/operation'
import {
  receiveAirwallexNotification,
  receiveStripeNotification,
} from '@/lib/payments/provider-notifications'

/** Where the providers send their notifications, each with a signature. */
export const providersApi = { receiveAirwallexNotification, receiveStripeNotification } satisfies Table
