import type { ReactNode } from 'react'
import { BuyerShell, LanguageSwitch, VendorName } from '@/components/pay/buyer-frame'
import { UnknownLink } from '@/components/pay/payment-notices'
import type { PayTexts } from '@/components/pay/texts/pay-texts'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DOCUMENT_TEXTS } from '@/lib/documents/texts/texts'
import type { Locale } from '@/lib/i18n/locale'
import type { PortalFace } from '@/lib/portal/portal'

/** What every part of the portal needs. */
export type PortalProps = { face: PortalFace; locale: Locale; texts: PayTexts }

type PortalFrameProps = PortalProps & {
  /** The current page, below the portal’s address. */
  page: string
  /** Of the customer who has opened the portal; null before. */
  email: string | null
  children: ReactNode
}

const PAGES = ['', 'statement', 'details'] as const

/** The pages of the portal: the vendor above, and for a customer who is in, the way to each page and out. */
export function PortalFrame({ face, locale, texts, page, email, children }: PortalFrameProps) {
  const { vendor, key, isRealMoney } = face
  const words = texts.portal
  const names = {
    '': words.link,
    statement: DOCUMENT_TEXTS[locale].statement.title,
    details: words.details.title,
  }
  return (
    <BuyerShell
      title={words.title({ vendor: vendor.name })}
      color={vendor.color}
      testNote={isRealMoney ? null : texts.testMode.note}
      texts={texts}
      languageSwitch={
        <LanguageSwitch
          action={`/api/pay/portal/${key}/language`}
          page={page}
          locale={locale}
          label={texts.language}
        />
      }
    >
      <main
        className={classNames(
          'mx-auto w-full space-y-6 px-4 py-6 sm:px-6 md:py-12',
          email === null ? 'max-w-xl' : 'max-w-4xl',
        )}
      >
        <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <VendorName vendor={vendor} />
          {email !== null && (
            <form
              method="post"
              action={`/api/pay/portal/${key}/leave`}
              className="flex flex-wrap items-center gap-x-3 text-[0.8125rem] text-muted-foreground"
            >
              <span className="wrap-anywhere">
                <bdi>{words.signedIn({ email })}</bdi>
              </span>
              <Button type="submit" variant="secondary" size="small">
                {words.leave}
              </Button>
            </form>
          )}
        </header>
        {email !== null && (
          <nav aria-label={words.title({ vendor: vendor.name })} className="border-b print:hidden">
            <ul className="-mb-px flex flex-wrap gap-x-6">
              {PAGES.map((each) => (
                <li key={each}>
                  <a
                    href={each === '' ? face.url : `${face.url}/${each}`}
                    aria-current={each === page ? 'page' : undefined}
                    className={classNames(
                      'inline-flex min-h-10 items-center border-b-2 font-medium',
                      each === page
                        ? 'border-accent-text text-foreground'
                        : 'border-transparent text-muted-foreground hover:text-foreground',
                    )}
                  >
                    {names[each]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {children}
        <p className="text-[0.8125rem] text-muted-foreground print:hidden">
          {texts.portal.questions}{' '}
          <a href={`mailto:${vendor.email}`} className="wrap-anywhere underline underline-offset-2">
            <bdi>{vendor.email}</bdi>
          </a>
        </p>
      </main>
    </BuyerShell>
  )
}

export function PortalCard({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classNames('rounded-xl border bg-surface p-4 shadow-card sm:p-6', className)}>
      {children}
    </div>
  )
}

/** Of an address that leads to no portal, or to one that the vendor has turned off. */
export function UnknownPortal({ texts }: { texts: PayTexts }) {
  return <UnknownLink texts={texts} title={texts.portal.closedTitle} body={texts.portal.closed} />
}
