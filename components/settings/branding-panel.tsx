'use client'

import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { BrandingView } from '@/lib/api/dashboard/read-branding'
import { DEFAULT_BRAND_COLOR } from '@/lib/brand-color'
import { type BrandingFields, brandingFields } from '@/lib/branding-fields'
import { failureMessage } from '@/lib/client/request'
import { schemaResolver } from '@/lib/client/schema-resolver'
import { brandingQuery, useSetBranding } from '@/lib/client/settings'
import { useSingleFlight } from '@/lib/client/use-single-flight'
import { useUnsavedGuard } from '@/lib/client/use-unsaved-guard'
import { LOCALE_NAMES, LOCALES } from '@/lib/locale'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { PageHeader } from '../ui/page-header'
import { Select } from '../ui/select'
import { useToast } from '../ui/toast'
import { LogoField } from './logo-field'
import { PayPagePreview } from './pay-page-preview'
import { SettingsForm } from './settings-form'

/** What buyers see of the vendor, and how it will look. */
export function BrandingPanel({ initial, isBanned }: { initial: BrandingView; isBanned: boolean }) {
  const { data } = useQuery({ ...brandingQuery, initialData: initial })
  const set = useSetBranding()
  const toast = useToast()
  const { register, handleSubmit, watch, setValue, setFocus, reset, formState } = useForm<BrandingFields>({
    resolver: schemaResolver(brandingFields),
    defaultValues: { color: initial.color ?? '', locale: initial.locale },
  })
  useUnsavedGuard(formState.isDirty)
  const typed = watch('color').trim().toLowerCase()
  const isColor = /^#[0-9a-f]{6}$/.test(typed)
  const submit = useSingleFlight(async (fields: BrandingFields) => {
    try {
      await set.mutateAsync(fields)
      reset(fields)
      toast('Your branding is saved')
    } catch {
      // The mutation's own state shows what was refused.
    }
  })
  const choose = (color: string) => setValue('color', color, { shouldDirty: true, shouldValidate: true })
  const clearColor = () => {
    choose('')
    // The button that was pressed goes with the colour.
    setFocus('color')
  }
  return (
    <div className="space-y-6">
      <PageHeader
        title="Branding"
        description="What buyers see of you: on the pay page, in mail and in PDFs."
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="space-y-6">
          <LogoField logoPath={data.logoPath} isBanned={isBanned} />
          <SettingsForm
            title="Colour and language"
            action="Save"
            refusal={set.error && failureMessage(set.error)}
            pending={set.isPending}
            disabled={isBanned}
            onSubmit={handleSubmit(submit)}
          >
            <Field
              label="Colour"
              hint="Of buttons and links. Letters on it are made black or white, whichever reads better."
              error={formState.errors.color?.message}
            >
              {(control) => (
                <div className="flex items-center gap-2">
                  <input
                    type="color"
                    aria-label="Pick a colour"
                    value={isColor ? typed : DEFAULT_BRAND_COLOR}
                    onChange={(event) => choose(event.target.value)}
                    className="size-10 shrink-0 cursor-pointer rounded-lg border border-control-border bg-surface p-1 sm:size-9"
                  />
                  <Input
                    {...control}
                    {...register('color')}
                    placeholder={DEFAULT_BRAND_COLOR}
                    maxLength={7}
                    spellCheck={false}
                    autoComplete="off"
                    className="font-mono"
                  />
                  {typed !== '' && !isBanned && (
                    <Button variant="ghost" onClick={clearColor}>
                      Reset
                    </Button>
                  )}
                </div>
              )}
            </Field>
            <Field label="Language of mail to customers" hint="For those whose own is not known.">
              {(control) => (
                <Select {...control} {...register('locale')}>
                  {LOCALES.map((locale) => (
                    <option key={locale} value={locale} lang={locale}>
                      {LOCALE_NAMES[locale]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </SettingsForm>
        </div>
        <PayPagePreview
          name={data.name}
          logoPath={data.logoPath}
          color={isColor ? typed : DEFAULT_BRAND_COLOR}
        />
      </div>
    </div>
  )
}
