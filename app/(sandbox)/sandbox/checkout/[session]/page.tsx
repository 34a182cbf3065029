import {
  ExpiredCheckout,
  OpenCheckout,
  PaidCheckout,
  UnknownCheckout,
} from '@/components/test-mode/sandbox-checkout'
import { answerNotFound } from '@/lib/http/served-request'
import { findSandboxCheckout } from '@/lib/test-mode/sandbox-checkout'

type CheckoutPageProps = {
  params: Promise<{ session: string }>
  searchParams: Promise<Partial<Record<'card' | 'problem', string | string[]>>>
}

export default async function SandboxCheckoutPage({ params, searchParams }: CheckoutPageProps) {
  const checkout = await findSandboxCheckout((await params).session)
  if (!checkout) {
    answerNotFound()
    return <UnknownCheckout />
  }
  if (checkout.status === 'paid') return <PaidCheckout checkout={checkout} />
  if (checkout.status === 'expired') return <ExpiredCheckout checkout={checkout} />
  const { card, problem } = await searchParams
  return <OpenCheckout checkout={checkout} card={card} problem={problem} />
}
