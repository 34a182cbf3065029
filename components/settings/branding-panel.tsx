'use client'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field, Input, Select } from '@/components/ui/field'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import { brandPalette, contrastOf, DEFAULT_BRAND_COLOR } from '@/lib/branding/brand-color'
import type { BrandingView } from '@/lib/branding/branding'
import { type BrandingFields, brandingFields } from '@/lib/branding/branding-fields'
import { LOCALE_NAMES, LOCALES } from '@/lib/i18n/locale'
import { LogoField } from './logo-field'
import { SettingsForm } from './settings-form'
import { brandingQuery, useSetBranding } from './settings-queries'

/** The vendor's branding, with a preview of the pay page. */
export function BrandingPanel({ initial, isReadOnly }: { initial: BrandingView; isReadOnly: boolean }) {
  const { data } = useQuery({ ...brandingQuery, initialData: initial })
  const set = useSetBranding()
  const toast = useToast()
  const { register, handleSubmit, watch, setValue, setFocus, reset, formState } = useForm<BrandingFields>({
    resolver: schemaResolver(brandingFields),
    defaultValues: { color: initial.color ?? '', locale: initial.locale },
  })
  useUnsavedGuard(formState.isDirty)
  const colorText = watch('color').trim().toLowerCase()
  const isColor = /^#[0-9a-f]{6}$/.test(colorText)
  const submit = useSingleFlight(async (fields: BrandingFields) => {
    try {
      await set.mutateAsync(fields)
      reset(fields)
      toast('Branding saved')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  const choose = (color: string) => setValue('color', color, { shouldDirty: true, shouldValidate: true })
  const clearColor = () => {
    choose('')
    // The clicked button disappears with the colour.
    setFocus('color')
  }
  return (
    <div className="space-y-6">
      <PageHeader
        title="Branding"
        description="How you look to customers: on the payment page, in emails and in PDFs."
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="space-y-6">
          <LogoField logoPath={data.logoPath} isReadOnly={isReadOnly} />
          <SettingsForm
            title="Color and language"
            action="Save"
            refusal={set.error && failureMessage(set.error)}
            pending={set.isPending}
            disabled={isReadOnly}
            onSubmit={handleSubmit(submit)}
          >
            <Field
              label="Color"
              hint="For buttons and links. Text on it is black or white, whichever is easier to read."
              error={formState.errors.color?.message}
            >
              {(control) => (
                <div className="flex items-center gap-2">
                  <input
                    type="color"
                    aria-label="Pick a color"
                    value={isColor ? colorText : DEFAULT_BRAND_COLOR}
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
                  {colorText !== '' && !isReadOnly && (
                    <Button variant="ghost" onClick={clearColor}>
                      Reset
                    </Button>
                  )}
                </div>
              )}
            </Field>
            <Field label="Email language" hint="For customers whose language is unknown">
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
          color={isColor ? colorText : DEFAULT_BRAND_COLOR}
        />
      </div>
    </div>
  )
}

type PayPagePreviewProps = { name: string; logoPath: string | null; color: string }

/** Background of the light pay page, whatever the dashboard's theme. */
const PAGE_GROUND = '#ffffff'

/** The top of a pay page in the light theme. */
function PayPagePreview({ name, logoPath, color }: PayPagePreviewProps) {
  const { fill, onFill, textOnLight } = brandPalette(color)
  const onButton = contrastOf(fill, onFill)
  const isAdjusted = textOnLight !== color
  return (
    <Card aria-label="Payment page preview" className="overflow-hidden lg:sticky lg:top-28">
      <p className="border-b bg-muted/50 px-4 py-2 font-medium text-[0.8125rem] text-muted-foreground">
        Payment page preview
      </p>
      <div className="space-y-5 bg-white p-5 text-[#18181b]">
        <p className="flex min-w-0 items-center gap-2.5">
          {logoPath ? (
            // biome-ignore lint/performance/noImgElement: the vendor's picture, of any size.
            <img
              src={logoPath}
              alt=""
              className="size-10 shrink-0 rounded-lg object-contain ring-1 ring-[#e5e5e1]"
            />
          ) : (
            <span
              aria-hidden
              className="flex size-10 shrink-0 items-center justify-center rounded-lg font-semibold text-lg"
              style={{ background: fill, color: onFill }}
            >
              {Array.from(name)[0]?.toUpperCase()}
            </span>
          )}
          <span className="truncate font-medium">{name}</span>
        </p>
        <div>
          <p className="text-[#5c5c63]">Total</p>
          <p className="tabular font-semibold text-3xl tracking-tight">$128.65</p>
          <p className="mt-1 font-medium underline underline-offset-2" style={{ color: textOnLight }}>
            View details
          </p>
        </div>
        <p
          className="flex h-11 items-center justify-center rounded-lg font-medium text-base"
          style={{ background: fill, color: onFill }}
        >
          Pay $128.65
        </p>
      </div>
      <p className="border-t px-4 py-3 text-[0.8125rem] text-muted-foreground">
        Button text has a contrast of {ratio(onButton)}.{' '}
        {isAdjusted
          ? `This color has ${ratio(contrastOf(color, PAGE_GROUND))} on white, so links are darker.`
          : `Links in this color have ${ratio(contrastOf(color, PAGE_GROUND))} on white.`}
      </p>
    </Card>
  )
}

function ratio(contrast: number): string {
  return `${contrast.toFixed(1)} : 1`
}
