import { useLayoutEffect, useRef } from 'react'
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { Field, Input } from '@/components/ui/field'
import { MAX_BUYER_REFERENCE_CHARACTERS } from '@/lib/customers/customer-fields'
import { URL_LENGTH } from '@/lib/http/web-url'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'
import { Card } from '../ui/card'

/** Optional fields that no paper prints. The card opens by itself when one of them has an error. */
export function InvoiceMoreCard({
  form,
  isIssued = false,
}: {
  form: UseFormReturn<InvoiceFields>
  isIssued?: boolean
}) {
  const { errors, submitCount } = form.formState
  const { redirectUrl, webhookUrl, buyerReference } = errors
  const isWrong = Boolean(redirectUrl || webhookUrl || buyerReference)
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    // A field inside closed details can't take the focus.
    if (submitCount > 0 && isWrong && details.current) details.current.open = true
  }, [submitCount, isWrong])
  return (
    <Card>
      <details ref={details}>
        <summary className="cursor-pointer rounded-xl px-4 py-4 sm:px-5">
          <span className="font-semibold">More</span>
          <span className="ml-2 text-[0.8125rem] text-muted-foreground">
            References and URLs, not printed
          </span>
        </summary>
        <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
          <Field
            label="Buyer reference"
            hint={`For e-invoices, such as a Leitweg-ID${isIssued ? '' : '. Defaults to the customer’s.'}`}
            error={errors.buyerReference?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register('buyerReference')}
                maxLength={MAX_BUYER_REFERENCE_CHARACTERS}
                autoComplete="off"
              />
            )}
          </Field>
          <Field label="Reference" hint="Your own number, such as that of the order">
            {(control) => (
              <Input {...control} {...form.register('reference')} maxLength={255} autoComplete="off" />
            )}
          </Field>
          <AddressField
            label="Redirect URL"
            hint="Where your customer goes after paying. Defaults to our thank-you page."
            error={redirectUrl?.message}
            {...form.register('redirectUrl')}
          />
          <AddressField
            label="Webhook URL"
            hint="Receives an event each time the status changes"
            error={webhookUrl?.message}
            {...form.register('webhookUrl')}
          />
        </div>
      </details>
    </Card>
  )
}

type AddressFieldProps = UseFormRegisterReturn & { label: string; hint: string; error: string | undefined }

function AddressField({ label, hint, error, ...field }: AddressFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...field}
          type="url"
          inputMode="url"
          maxLength={URL_LENGTH}
          autoComplete="off"
          placeholder="https://"
        />
      )}
    </Field>
  )
}
