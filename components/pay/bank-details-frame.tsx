import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { BankDetailsPage } from '@/lib/bank-accounts/bank-details-page'
import type { Locale } from '@/lib/i18n/locale'
import { BuyerFooter, brandStyle, LanguageSwitch, SEARCH_ENGINES, TestNotice } from './buyer-frame'
import type { PayTexts } from './texts/pay-texts'

type BankDetailsFrameProps = { page: BankDetailsPage; locale: Locale; texts: PayTexts; children: ReactNode }

/** The page on which a payee enters a bank account: the vendor’s name and colours around one card. */
export function BankDetailsFrame({ page, locale, texts, children }: BankDetailsFrameProps) {
  const { vendor, token, mode } = page
  const title = texts.bankDetails.title({ vendor: vendor.name })
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{title}</title>
      {SEARCH_ENGINES.map((engine) => (
        <meta key={engine} name={engine} content="noindex, nofollow" />
      ))}
      <div style={brandStyle(vendor.color)} className={classNames('flex-1', vendor.color && 'branded')}>
        <div aria-hidden className="h-1 bg-accent" />
        {mode === 'test' && <TestNotice texts={texts.testMode} note={texts.bankDetails.testNote} />}
        <main className="mx-auto w-full max-w-xl space-y-6 px-4 py-6 sm:px-6 md:py-14">
          <header className="flex items-center gap-3">
            {vendor.logoPath && (
              // biome-ignore lint/performance/noImgElement: our own picture, already as small as it gets
              <img src={vendor.logoPath} alt="" className="max-h-10 max-w-32 object-contain" />
            )}
            <p className="wrap-anywhere font-semibold text-base">{vendor.name}</p>
          </header>
          <div className="rounded-xl border bg-surface p-4 shadow-card sm:p-6">{children}</div>
        </main>
      </div>
      <BuyerFooter texts={texts}>
        <LanguageSwitch
          action={`/api/pay/bank-details/${token}/language`}
          locale={locale}
          label={texts.language}
        />
      </BuyerFooter>
    </div>
  )
}
