'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from '../ui/field'
import { Input } from '../ui/input'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className' | 'maxLength'> & {
  label: string
  hint?: string
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
}

/** A password, which can be looked at while it is typed. */
export function PasswordField({ label, hint, error, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            {...props}
            type={isShown ? 'text' : 'password'}
            maxLength={200}
            className="pr-11"
          />
          <button
            type="button"
            aria-label="Show password"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-1 right-1 flex w-9 items-center justify-center rounded-md text-muted-foreground hover:text-foreground"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </Field>
  )
}
