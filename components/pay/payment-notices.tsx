import { Link2Off, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { PayTexts } from '@/components/pay/texts/pay-texts'
import { payTextsIn } from '@/components/pay/texts/texts'
import { EmptyState } from '@/components/ui/notice'
import type { Locale } from '@/lib/i18n/locale'
import { BuyerFooter, type BuyerPage } from './buyer-frame'

/** An invoice that can't be paid, for now or for good, and why. */
export function ClosedNotice({ page, texts }: BuyerPage) {
  const { title, banned, unavailable, voidedTitle, voided, creditedTitle, credited } = texts.closed
  const vendor = page.vendor.name
  const body = { banned, voided, credited }[page.status as string] ?? unavailable
  return (
    <div className="flex gap-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="min-w-0">
        <h2 className="font-semibold text-base">
          {{ voided: voidedTitle, credited: creditedTitle }[page.status as string] ?? title}
        </h2>
        <p className="mt-1 break-words text-muted-foreground">{body({ vendor })}</p>
      </div>
    </div>
  )
}

/** The provider has not decided yet. Without JavaScript the browser refreshes by itself. */
export function Processing({ path, texts }: { path: string; texts: PayTexts['processing'] }) {
  return (
    <div className="flex gap-3">
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
      <LoaderCircle
        aria-hidden
        className="mt-0.5 size-5 shrink-0 animate-spin text-accent-text motion-reduce:animate-none"
      />
      <div>
        <h2 className="font-semibold text-base">{texts.title}</h2>
        <p className="mt-1 text-muted-foreground">{texts.body}</p>
        <a
          href={path}
          className="mt-3 inline-flex min-h-8 items-center font-medium text-accent-text underline underline-offset-2"
        >
          {texts.lookAgain}
        </a>
      </div>
    </div>
  )
}

/** Shown for a link that matches no invoice. */
export function UnknownInvoice({ locale }: { locale: Locale }) {
  const texts = payTextsIn(locale)
  return <UnknownLink texts={texts} {...texts.notFound} />
}

export function UnknownLink({ texts, title, body }: { texts: PayTexts; title: string; body: string }) {
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
