'use client'

import { Lock } from 'lucide-react'
import { useRef } from 'react'
import { formatMoney } from '@/lib/client/format-money'
import { useHydrated } from '@/lib/client/use-hydrated'
import { Button } from '../ui/button'
import type { MoneyValue } from '../ui/money'
import { Notice } from '../ui/notice'
import { CardFields } from './card-fields'
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
          <Notice kind="danger" role="alert" title={refusal.title}>
            {refusal.message}
          </Notice>
        )}
        <CardFields errors={errors} />
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
