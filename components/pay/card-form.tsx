'use client'

import { Lock } from 'lucide-react'
import { useRef } from 'react'
import { formatMoney } from '@/lib/client/format-money'
import { useHydrated } from '@/lib/client/use-hydrated'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import type { MoneyValue } from '../ui/money'
import { Notice } from '../ui/notice'
import { SandboxCards } from './sandbox-cards'
import { useCardForm } from './use-card-form'

type CardFormProps = { token: string; total: MoneyValue; isSandbox: boolean }

export function CardForm({ token, total, isSandbox }: CardFormProps) {
  const { errors, refusal, isPaying, submit, regroup } = useCardForm(token)
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const amount = formatMoney(total)
  return (
    <>
      <form ref={form} method="post" noValidate onSubmit={submit} onInput={regroup} className="space-y-4">
        {refusal && (
          <Notice kind="danger" role="alert" title="The payment did not go through">
            {refusal}
          </Notice>
        )}
        <Field label="Card number" error={errors.number}>
          {(control) => (
            <Input
              {...control}
              name="number"
              inputMode="numeric"
              autoComplete="cc-number"
              placeholder="1234 1234 1234 1234"
              maxLength={32}
              className="tabular"
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Expiry" error={errors.expiry}>
            {(control) => (
              <Input
                {...control}
                name="expiry"
                inputMode="numeric"
                autoComplete="cc-exp"
                placeholder="MM / YY"
                maxLength={9}
                className="tabular"
              />
            )}
          </Field>
          <Field label="CVC" error={errors.securityCode}>
            {(control) => (
              <Input
                {...control}
                name="securityCode"
                inputMode="numeric"
                autoComplete="cc-csc"
                placeholder="CVC"
                maxLength={4}
                className="tabular"
              />
            )}
          </Field>
        </div>
        <Field label="Name on card" error={errors.holder}>
          {(control) => <Input {...control} name="holder" autoComplete="cc-name" maxLength={255} />}
        </Field>
        <Button type="submit" size="large" pending={isPaying} disabled={!isHydrated} className="w-full">
          {isPaying ? 'Paying…' : <span className="tabular">Pay {amount}</span>}
        </Button>
        <p role="status" className="sr-only">
          {isPaying ? `Paying ${amount}. This can take a few seconds.` : ''}
        </p>
      </form>
      <noscript>
        <p className="mt-3 text-danger">
          Paying here needs JavaScript. Switch it on in your browser and load the page again.
        </p>
      </noscript>
      {isSandbox ? (
        <SandboxCards form={form} />
      ) : (
        <p className="mt-4 flex items-center justify-center gap-1.5 text-[0.8125rem] text-muted-foreground">
          <Lock aria-hidden className="size-3.5" />
          Your card details are sent encrypted and are not kept.
        </p>
      )}
    </>
  )
}
