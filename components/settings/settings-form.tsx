'use client'

import { type FormEventHandler, type ReactNode, useId } from 'react'
import { useHydrated } from '@/components/forms/send-once'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { Notice } from '../ui/notice'

type SettingsFormProps = {
  title: string
  description?: ReactNode
  refusal: string | null
  pending: boolean
  action: string
  /** Shows the form read-only. */
  disabled?: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** Within a container: the title of a card beside its content where there is room. */
export const BESIDE_TITLE =
  '@3xl:grid @3xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] @3xl:gap-x-8 @6xl:grid-cols-[30rem_28rem]'

/** A form in a card, with one button that saves all its fields; its title stands beside them where there is room. */
export function SettingsForm(props: SettingsFormProps) {
  const { title, description, refusal, pending, action, disabled, onSubmit, children } = props
  const id = useId()
  const isHydrated = useHydrated()
  return (
    <Card aria-labelledby={id} className="@container">
      <div className={BESIDE_TITLE}>
        <CardHeader id={id} title={title} {...(description ? { description } : {})} />
        <form method="post" noValidate onSubmit={onSubmit}>
          <fieldset
            disabled={disabled}
            className="max-w-md space-y-4 px-4 pb-4 disabled:opacity-70 sm:px-5 sm:pb-5 @3xl:max-w-none @3xl:pt-4"
          >
            <legend className="sr-only">{title}</legend>
            {refusal && (
              <Notice kind="danger" role="alert">
                {refusal}
              </Notice>
            )}
            {children}
            {!disabled && (
              <Button type="submit" pending={pending} disabled={!isHydrated}>
                {action}
              </Button>
            )}
          </fieldset>
        </form>
      </div>
    </Card>
  )
}
