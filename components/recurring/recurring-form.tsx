'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { InvoiceBar } from '@/components/invoices/invoice-bar'
import { InvoiceMoreCard } from '@/components/invoices/invoice-more-card'
import { InvoicePaper } from '@/components/invoices/invoice-paper'
import { useInvoiceForm } from '@/components/invoices/use-invoice-form'
import { type OpenSeries, useSaveSeries } from '@/components/series/series-queries'
import { Button, buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'
import type { InvoiceTerms } from '@/lib/invoices/invoice-terms'
import { type RecurringFields, recurringFields } from '@/lib/recurring/recurring-fields'
import { ScheduleCard } from './schedule-card'

type RecurringFormProps = {
  terms: InvoiceTerms
  schedule: RecurringFields
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliestOn: string
  /** The series being edited; without it the form is of a new one. */
  series?: OpenSeries & { fields: InvoiceFields; periodCount: number; zone: string }
}

export function RecurringForm({ terms, schedule, earliestOn, series }: RecurringFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const router = useRouter()
  const toast = useToast()
  const isHydrated = useHydrated()
  const save = useSaveSeries<RecurringFields & { fields: InvoiceFields }>('invoice', terms.mode, series)
  const invoice = useInvoiceForm(terms, series?.fields)
  const when = useForm<RecurringFields>({
    resolver: schemaResolver(recurringFields),
    defaultValues: schedule,
  })
  const isDirty = invoice.formState.isDirty || when.formState.isDirty
  useUnsavedGuard(isDirty && !save.isSuccess)

  const submit = useSingleFlight(async (fields: InvoiceFields, schedule: RecurringFields) => {
    setRefusal(null)
    try {
      const { id } = await save.mutateAsync({ ...schedule, fields })
      toast(series ? 'Recurring invoice changed' : 'Recurring invoice created')
      router.push(`/invoices/recurring/${id}`)
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })
  /** Both parts show their errors; the first one with any gets the focus. */
  const submitBoth = async (event: FormEvent) => {
    event.preventDefault()
    const isInvoiceValid = await invoice.trigger(undefined, { shouldFocus: true })
    const isScheduleValid = await when.trigger(undefined, { shouldFocus: isInvoiceValid })
    if (!isInvoiceValid || !isScheduleValid) return
    await invoice.handleSubmit((fields) => when.handleSubmit((schedule) => submit(fields, schedule))())()
  }
  return (
    <form method="post" noValidate onSubmit={submitBoth} className="space-y-6">
      <ScheduleCard
        form={when}
        earliestOn={earliestOn}
        periodCount={series?.periodCount ?? 0}
        zone={series?.zone}
      />
      <InvoicePaper form={invoice} terms={terms} isOfSeries />
      <InvoiceMoreCard form={invoice} />
      <InvoiceBar
        form={invoice}
        terms={terms}
        notices={
          refusal && (
            <Notice kind="danger" role="alert" title="Recurring invoice not saved">
              {refusal}
            </Notice>
          )
        }
      >
        <Link
          href={series ? `/invoices/recurring/${series.id}` : '/invoices/recurring'}
          className={buttonStyle({ variant: 'secondary' })}
        >
          Cancel
        </Link>
        <Button type="submit" pending={save.isPending || save.isSuccess} disabled={!isHydrated}>
          {series ? 'Save changes' : 'Create recurring invoice'}
        </Button>
      </InvoiceBar>
    </form>
  )
}
