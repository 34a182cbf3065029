import { redirect } from 'next/navigation'
import { BillingForm } from '@/components/portal/billing-form'
import { PortalCard, PortalFrame, UnknownPortal } from '@/components/portal/portal-frame'
import { countriesIn } from '@/lib/i18n/countries'
import { billingFieldsOf } from '@/lib/portal/billing-details'
import { readPortalRequest } from '../portal-request'

type PageProps = {
  params: Promise<{ portal: string }>
  searchParams: Promise<Partial<Record<'saved' | 'problem', string | string[]>>>
}

export default async function PortalDetailsPage({ params, searchParams }: PageProps) {
  const { portal: key } = await params
  const { saved, problem } = await searchParams
  const { locale, texts, opened } = await readPortalRequest(key)
  if (!opened) return <UnknownPortal texts={texts} />
  const { face, customer } = opened
  if (!customer) redirect(`/portal/${key}?problem=ended`)
  return (
    <PortalFrame face={face} locale={locale} texts={texts} page="details" email={customer.email}>
      <PortalCard className="max-w-2xl">
        <BillingForm
          portalKey={key}
          vendor={face.vendor.name}
          fields={billingFieldsOf(customer)}
          countries={countriesIn(locale)}
          isSaved={saved !== undefined}
          problem={problem === 'text' || problem === 'too_many' ? problem : null}
          texts={texts}
        />
      </PortalCard>
    </PortalFrame>
  )
}
