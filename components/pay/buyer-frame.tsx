import type { CSSProperties, ReactNode } from 'react'
import type { PaymentPageView } from '@/lib/api/read-payment-page'
import { brandPalette } from '@/lib/brand-palette'
import type { Locale } from '@/lib/locale'
import { classNames } from '../ui/class-names'
import { LogoMark } from '../ui/logo'
import { InvoiceSummary } from './invoice-summary'
import { LanguageSwitch } from './language-switch'
import type { PayTexts } from './texts/pay-texts'

/** What every part of a buyer's page is drawn from. */
export type BuyerPage = { page: PaymentPageView; locale: Locale; texts: PayTexts }

type BuyerFrameProps = BuyerPage & {
  title: string
  /** Which of the two pages it is, to come back to from the language switch. */
  name: 'pay' | 'thank-you'
  children: ReactNode
}

/**
 * Search engines find a page by links, and a payment link is a secret; where one leaks, these are told to
 * keep it out of their results. By their names, since Lighthouse counts a page that turns away every
 * crawler there is as broken.
 */
const SEARCH_ENGINES = ['googlebot', 'bingbot', 'applebot', 'yandex', 'baiduspider', 'slurp']

/** The buyer's page: the summary, and beside it what there is to do. On a small screen the news comes first. */
export function BuyerFrame({ page, locale, texts, title, name, children }: BuyerFrameProps) {
  const { vendor, token } = page
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{title}</title>
      <meta name="description" content={texts.titles.description({ vendor: vendor.name })} />
      {SEARCH_ENGINES.map((engine) => (
        <meta key={engine} name={engine} content="noindex, nofollow" />
      ))}
      <div style={brandStyle(vendor.color)} className={classNames('flex-1', vendor.color && 'branded')}>
        <div aria-hidden className="h-1 bg-accent" />
        {page.mode === 'test' && <TestNotice texts={texts.testMode} />}
        <main className="mx-auto grid w-full max-w-4xl content-start gap-6 px-4 py-6 sm:px-6 md:grid-cols-2 md:gap-14 md:py-14">
          <InvoiceSummary page={page} locale={locale} texts={texts} />
          <div
            id="pay"
            className={classNames(
              'min-w-0 scroll-mt-4 rounded-xl border bg-surface p-4 shadow-card sm:p-6 md:self-start',
              (page.receipt || page.state === 'processing') && 'order-first md:order-none',
            )}
          >
            {children}
          </div>
        </main>
        {/* Here from the start, so that what it says later is announced: paid in another tab, and so on. */}
        <p role="status" className="sr-only">
          {newsOf(page, texts)}
        </p>
      </div>
      <BuyerFooter texts={texts}>
        <LanguageSwitch token={token} page={name} locale={locale} label={texts.language} />
      </BuyerFooter>
    </div>
  )
}

export function BuyerFooter({ texts, children }: { texts: PayTexts; children?: ReactNode }) {
  return (
    <footer className="mx-auto flex w-full max-w-4xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 text-[0.8125rem] text-muted-foreground sm:px-6">
      <span className="flex items-center gap-2">
        <LogoMark className="size-4" />
        {texts.poweredBy({ service: 'Counterfoil' })}
      </span>
      {children}
    </footer>
  )
}

/** The band of the dashboard, in the buyer's language. It scrolls away: above the fold the invoice counts. */
function TestNotice({ texts }: { texts: PayTexts['testMode'] }) {
  return (
    <section
      aria-label={texts.region}
      data-testid="test-band"
      className="flex min-h-8 items-center justify-center gap-2 bg-test-band px-4 py-1 text-center text-[0.8125rem] text-test-band-foreground"
    >
      <p>
        <strong className="font-semibold">{texts.name}</strong>
        <span aria-hidden> · </span>
        {texts.note}
      </p>
    </section>
  )
}

function brandStyle(color: string | null): CSSProperties | undefined {
  if (!color) return undefined
  const palette = brandPalette(color)
  return {
    '--brand-fill': palette.fill,
    '--brand-hover': palette.hover,
    '--brand-on-fill': palette.onFill,
    '--brand-text-on-light': palette.textOnLight,
    '--brand-text-on-dark': palette.textOnDark,
  } as CSSProperties
}

function newsOf(page: PaymentPageView, texts: PayTexts): string {
  if (page.state === 'paid') return texts.receipt.paid
  return page.state === 'processing' ? texts.processing.title : ''
}
