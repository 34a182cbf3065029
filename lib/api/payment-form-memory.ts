import { cookieOf } from '@/lib/buyer-locale'
import type { CardText, CardTroubles } from '@/lib/card-text'
import { env } from '@/lib/env'
import { decrypt, encrypt } from '@/lib/secrets'

/**
 * What the payment page shows again after a form that was sent without script: name and expiry date, and
 * what is wrong. Number and security code are never part of it: they are kept nowhere but in the field.
 */
export type PaymentFormMemory = Pick<CardText, 'expiry' | 'holder'> & {
  troubles: CardTroubles
  /** Why the form as a whole was turned away, where that is not for the invoice itself to tell. */
  refusal: 'too_many' | 'lost' | null
}

const COOKIE = 'counterfoil-form'

/** Long enough to correct a form and to load the page again; then the name is gone from this device. */
const MAX_AGE_SECONDS = 600

/** The `Set-Cookie` that takes the memory to the payment page, which alone gets it, and only we can read it. */
export function rememberForm(token: string, memory: PaymentFormMemory): string {
  const { expiry, holder, troubles, refusal } = memory
  const sealed = encrypt('payment-form', token, JSON.stringify({ expiry, holder, troubles, refusal }))
  return cookie(token, sealed, MAX_AGE_SECONDS)
}

/** The `Set-Cookie` that takes it away again. */
export function forgetForm(token: string): string {
  return cookie(token, '', 0)
}

function cookie(token: string, value: string, maxAgeSeconds: number): string {
  const secure = env.PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=/pay/${token}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}

/** The memory that a request for the payment page brings; null where there is none. */
export function recallForm(token: string, headers: Pick<Headers, 'get'>): PaymentFormMemory | null {
  const sealed = cookieOf(headers, COOKIE)
  if (!sealed) return null
  try {
    return JSON.parse(decrypt('payment-form', token, sealed)) as PaymentFormMemory
  } catch {
    // Not ours, or of another page or key: as good as none, whatever was the matter with it.
    return null
  }
}
