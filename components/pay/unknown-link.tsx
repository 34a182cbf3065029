import { Link2Off } from 'lucide-react'
import type { Locale } from '@/lib/locale'
import { EmptyState } from '../ui/empty-state'
import { BuyerFooter } from './buyer-frame'
import { payTextsIn } from './texts/texts'

/** For a link that leads to no invoice. */
export function UnknownLink({ locale }: { locale: Locale }) {
  const texts = payTextsIn(locale)
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
