import { Link2Off } from 'lucide-react'
import { headers } from 'next/headers'
import { BuyerFooter } from '@/components/pay/buyer-frame'
import { payTextsIn } from '@/components/pay/texts/texts'
import { EmptyState } from '@/components/ui/empty-state'
import { buyerLocale } from '@/lib/buyer-locale'

export default async function PaymentLinkNotFound() {
  const texts = payTextsIn(buyerLocale(await headers()))
  const { title, body } = texts.notFound
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{title}</title>
      <main className="flex flex-1 items-center justify-center px-4">
        <EmptyState Icon={Link2Off} title={<h1 className="text-base">{title}</h1>}>
          {body}
        </EmptyState>
      </main>
      <BuyerFooter texts={texts} />
    </div>
  )
}
