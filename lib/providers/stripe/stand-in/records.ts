export type Metadata = Record<string, string>

export type Session = {
  id: string
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'paid' | 'unpaid'
  amount: number
  currency: string
  email: string
  metadata: Metadata
  paymentMetadata: Metadata
  paymentId: string | null
}

export type Payment = {
  id: string
  chargeId: string
  amount: number
  currency: string
  status: 'succeeded' | 'processing' | 'requires_payment_method'
  metadata: Metadata
  /** Seconds since 1970. */
  created: number
}

export type Refund = {
  id: string
  paymentId: string
  amount: number
  status: 'succeeded' | 'pending' | 'failed'
  metadata: Metadata
  created: number
}
