import type { ReactNode } from 'react'
import type { BankDetailsPage } from '@/lib/bank-accounts/bank-details-page'
import type { Locale } from '@/lib/i18n/locale'
import { BuyerShell, LanguageSwitch, VendorName } from './buyer-frame'
import type { PayTexts } from './texts/pay-texts'

type BankDetailsFrameProps = { page: BankDetailsPage; locale: Locale; texts: PayTexts; children: ReactNode }

/** The page on which a payee enters a bank account: the vendor’s name and colours around one card. */
export function BankDetailsFrame({ page, locale, texts, children }: BankDetailsFrameProps) {
  const { vendor, token, isRealMoney } = page
  return (
    <BuyerShell
      title={texts.bankDetails.title({ vendor: vendor.name })}
      color={vendor.color}
      testNote={isRealMoney ? null : texts.bankDetails.testNote}
      texts={texts}
      languageSwitch={
        <LanguageSwitch
          action={`/api/pay/bank-details/${token}/language`}
          locale={locale}
          label={texts.language}
        />
      }
    >
      <main className="mx-auto w-full max-w-xl space-y-6 px-4 py-6 sm:px-6 md:py-14">
        <header>
          <VendorName vendor={vendor} />
        </header>
        <div className="rounded-xl border bg-surface p-4 shadow-card sm:p-6">{children}</div>
      </main>
    </BuyerShell>
  )
}
