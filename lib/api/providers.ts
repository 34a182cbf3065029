import type { Table } from '@/lib/http/operation'
import { receiveNotification } from '@/lib/payments/provider-notifications'
import { paySandboxCheckout } from '@/lib/test-mode/sandbox-checkout'

/** The operations that receive the providers' notifications, each signed, and the form of the sandbox's checkout page. */
export const providersApi = { receiveNotification, paySandboxCheckout } satisfies Table
