import { CircleCheck } from 'lucide-react'
import { headers } from 'next/headers'
import { BankDetailsForm } from '@/components/pay/bank-details-form'
import { BankDetailsFrame } from '@/components/pay/bank-details-frame'
import { UnknownLink } from '@/components/pay/payment-notices'
import { payTextsIn } from '@/components/pay/texts/texts'
import { buttonStyle } from '@/components/ui/button'
import { BANK_DETAILS_PROBLEMS, readInputCookie } from '@/lib/bank-accounts/bank-details-form'
import { type BankDetailsPage, readBankDetailsPage } from '@/lib/bank-accounts/bank-details-page'
import { buyerLocale } from '@/lib/http/buyer-locale'
import { answerNotFound } from '@/lib/http/served-request'
import { countriesIn } from '@/lib/i18n/countries'

type PageProps = {
  params: Promise<{ token: string }>
  searchParams: Promise<{ problem?: string | string[] }>
}

export default async function PayeeBankDetailsPage({ params, searchParams }: PageProps) {
  const { token } = await params
  const { problem } = await searchParams
  const requestHeaders = await headers()
  const locale = buyerLocale(requestHeaders)
  const texts = payTextsIn(locale)
  const page = await readBankDetailsPage(token)
  if (!page) {
    answerNotFound()
    const { closedTitle: title, unknown: body } = texts.bankDetails
    return <UnknownLink texts={texts} title={title} body={body} />
  }
  return (
    <BankDetailsFrame page={page} locale={locale} texts={texts}>
      {page.status === 'open' ? (
        <BankDetailsForm
          token={token}
          vendor={page.vendor.name}
          texts={texts.bankDetails}
          input={readInputCookie(requestHeaders, token)}
          countries={countriesIn(locale)}
          problem={BANK_DETAILS_PROBLEMS.find((each) => each === problem) ?? null}
        />
      ) : (
        <Outcome page={page} texts={texts.bankDetails} />
      )}
    </BankDetailsFrame>
  )
}

type OutcomeProps = { page: BankDetailsPage; texts: ReturnType<typeof payTextsIn>['bankDetails'] }

/** Of a link that takes no account, or none any more. */
function Outcome({ page, texts }: OutcomeProps) {
  const { status, redirectUrl } = page
  const vendor = page.vendor.name
  const contact = (
    <a href={`mailto:${page.vendor.email}`} className="wrap-anywhere underline underline-offset-2">
      {page.vendor.email}
    </a>
  )
  if (status !== 'used') {
    return (
      <>
        <h1 className="font-semibold text-lg">{texts.closedTitle}</h1>
        <p className="mt-1 text-muted-foreground">
          {(status === 'expired' ? texts.expired : texts.closed)({ vendor })} {contact}
        </p>
      </>
    )
  }
  return (
    <div className="flex gap-3">
      <CircleCheck aria-hidden className="mt-1 size-5 shrink-0 text-success" />
      <div className="min-w-0">
        <h1 className="wrap-anywhere font-semibold text-lg">{texts.doneTitle({ vendor })}</h1>
        <p className="mt-1 text-muted-foreground">{texts.done({ vendor })}</p>
        <p className="mt-3 text-[0.8125rem] text-muted-foreground">
          {texts.notYou({ vendor })} {contact}
        </p>
        {redirectUrl && (
          <p className="mt-4">
            <a href={redirectUrl} className={buttonStyle({ variant: 'secondary' })}>
              {texts.back({ vendor })}
            </a>
          </p>
        )}
      </div>
    </div>
  )
}
