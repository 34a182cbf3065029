import type { CSSProperties, ReactNode } from 'react'
import type { PayTexts } from '@/components/pay/texts/pay-texts'
import { classNames } from '@/components/ui/class-names'
import { LogoMark } from '@/components/ui/logo'
import { brandPalette } from '@/lib/branding/brand-color'
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locale'
import type { PaymentPageView } from '@/lib/payments/payment-page'
import { InvoiceDetails, InvoiceSummary } from './invoice-summary'

/** The data every part of the buyer's page needs. */
export type BuyerPage = { page: PaymentPageView; locale: Locale; texts: PayTexts }

type BuyerFrameProps = BuyerPage & {
  /** Followed by the invoice’s number. */
  title: string
  /** The current page, so that the language switch can return to it. */
  name: 'pay' | 'thank-you'
  children: ReactNode
}

/**
 * Search engines that a leaked payment link must not end up in. Listed by name, because Lighthouse reports a
 * page that blocks every crawler as broken.
 */
const SEARCH_ENGINES = ['googlebot', 'bingbot', 'applebot', 'yandex', 'baiduspider', 'slurp']

/** The buyer's page: the invoice beside the payment; on small screens around it, and notices come first. */
export function BuyerFrame({ page, locale, texts, title, name, children }: BuyerFrameProps) {
  const { vendor, token } = page
  return (
    <BuyerShell
      title={`${title} · ${texts.summary.number({ number: page.number })}`}
      color={vendor.color}
      testNote={page.isRealMoney ? null : texts.testMode.note}
      texts={texts}
      languageSwitch={
        <LanguageSwitch
          action={`/api/pay/${token}/language`}
          page={name}
          locale={locale}
          label={texts.language}
        />
      }
    >
      <meta name="description" content={texts.titles.description({ vendor: vendor.name })} />
      <main className="mx-auto grid w-full max-w-4xl content-start gap-6 px-4 py-6 sm:px-6 md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-x-14 md:gap-y-5 md:py-14">
        <InvoiceSummary page={page} locale={locale} texts={texts} />
        <div
          id="pay"
          className={classNames(
            'min-w-0 scroll-mt-4 rounded-xl border bg-surface p-4 shadow-card sm:p-6 md:col-start-2 md:row-span-2 md:row-start-1 md:self-start',
            page.status !== 'payable' && 'order-first md:order-none',
          )}
        >
          {children}
        </div>
        <InvoiceDetails page={page} texts={texts} />
      </main>
      {/* Rendered from the start, so that later changes, such as paid in another tab, are announced. */}
      <p role="status" className="sr-only">
        {newsOf(page, texts)}
      </p>
    </BuyerShell>
  )
}

type BuyerShellProps = {
  title: string
  /** The vendor's, `#rrggbb`. */
  color: string | null
  /** Set in test mode. */
  testNote: string | null
  texts: PayTexts
  languageSwitch: ReactNode
  children: ReactNode
}

/** The frame of every page that buyers and payees see: the vendor's colour, the test-mode notice and the footer. */
export function BuyerShell({ title, color, testNote, texts, languageSwitch, children }: BuyerShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{title}</title>
      {SEARCH_ENGINES.map((engine) => (
        <meta key={engine} name={engine} content="noindex, nofollow" />
      ))}
      <div style={brandStyle(color)} className={classNames('flex-1', color && 'branded')}>
        <div aria-hidden className="h-1 bg-accent print:hidden" />
        {testNote !== null && <TestNotice texts={texts.testMode} note={testNote} />}
        {children}
      </div>
      <BuyerFooter texts={texts}>{languageSwitch}</BuyerFooter>
    </div>
  )
}

export function BuyerFooter({ texts, children }: { texts: PayTexts; children?: ReactNode }) {
  return (
    <footer className="mx-auto flex w-full max-w-4xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 text-[0.8125rem] text-muted-foreground print:hidden sm:px-6">
      <span className="flex items-center gap-2">
        <LogoMark className="size-4" />
        {texts.poweredBy({ service: 'Counterfoil' })}
      </span>
      {children}
    </footer>
  )
}

/**
 * The test-mode band in the buyer's language. It scrolls away, because the invoice matters above the fold.
 */
export function TestNotice({ texts, note }: { texts: PayTexts['testMode']; note: string }) {
  return (
    <section
      aria-label={texts.region}
      data-testid="test-band"
      className="flex min-h-8 items-center justify-center gap-2 bg-test-band px-4 py-1 text-center text-[0.8125rem] text-test-band-foreground"
    >
      <p>
        <strong className="font-semibold">{texts.name}</strong>
        <span aria-hidden> · </span>
        {note}
      </p>
    </section>
  )
}

/** The vendor's colours as variables, for an element of the class `branded`. */
export function brandStyle(color: string | null): CSSProperties | undefined {
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
  if (page.status === 'paid') return texts.receipt.paid
  return page.status === 'processing' ? texts.processing.title : ''
}

type LanguageSwitchProps = {
  /** Takes the form. */
  action: string
  /** The page to return to, where there are several. */
  page?: string
  locale: Locale
  label: string
}

/** One button per language, named in that language. A plain form, so that it works without JavaScript. */
export function LanguageSwitch({ action, page, locale, label }: LanguageSwitchProps) {
  return (
    <form method="post" action={action}>
      {page && <input type="hidden" name="page" value={page} />}
      <fieldset className="-mx-1.5 flex flex-wrap">
        <legend className="sr-only">{label}</legend>
        {LOCALES.map((each) => (
          <button
            key={each}
            type="submit"
            name="language"
            value={each}
            lang={each}
            aria-current={each === locale ? 'true' : undefined}
            className={classNames(
              'min-h-8 rounded-md px-1.5 hover:text-foreground',
              each === locale ? 'font-medium text-foreground' : 'underline underline-offset-2',
            )}
          >
            {LOCALE_NAMES[each]}
          </button>
        ))}
      </fieldset>
    </form>
  )
}

type VendorNameProps = { vendor: { name: string; logoPath: string | null } }

/** The vendor’s logo and name, at the top of a page that isn’t about one invoice. */
export function VendorName({ vendor: { name, logoPath } }: VendorNameProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      {logoPath && (
        // biome-ignore lint/performance/noImgElement: our own picture, already as small as it gets
        <img src={logoPath} alt="" className="max-h-10 max-w-32 object-contain" />
      )}
      <p className="wrap-anywhere font-semibold text-base">
        <bdi>{name}</bdi>
      </p>
    </div>
  )
}
