import type { ActingOperator } from './record-audit-event'

/** Acts in tests to which it doesn't matter who the operator is. */
export const anOperator: ActingOperator = { name: 'operator@example.com', vendorId: null, address: null }
