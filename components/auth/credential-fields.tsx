'use client'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field, Input } from '@/components/ui/field'

type PasswordFieldProps = {
  label: string
  hint?: string
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
  /** Called while the field renders: on errors, the field registered first gets the focus. */
  register: () => UseFormRegisterReturn
}

/** A password field with a button that shows what was typed. */
export function PasswordField({ label, hint, error, autoComplete, register }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false)
  const Icon = isVisible ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            {...register()}
            autoComplete={autoComplete}
            type={isVisible ? 'text' : 'password'}
            maxLength={200}
            className="pr-11"
          />
          <button
            type="button"
            aria-label="Show password"
            aria-pressed={isVisible}
            onClick={() => setVisible(!isVisible)}
            className="scripted absolute inset-y-1 right-1 flex w-9 items-center justify-center rounded-md text-muted-foreground hover:text-foreground"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </Field>
  )
}

type EmailFieldProps = Pick<PasswordFieldProps, 'error' | 'register'> & {
  /** The email, if it can't be chosen. */
  fixed?: string | undefined
  /** Offers passkeys among the saved emails. */
  withPasskeys?: boolean
}

/** The email that a vendor signs in with. */
export function EmailField({ error, register, fixed, withPasskeys }: EmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      {(control) => (
        <Input
          {...control}
          {...register()}
          type="email"
          autoComplete={withPasskeys ? 'username webauthn' : 'username'}
          defaultValue={fixed}
          readOnly={fixed !== undefined}
          className="read-only:bg-muted read-only:text-muted-foreground"
          maxLength={254}
          spellCheck={false}
        />
      )}
    </Field>
  )
}

/**
 * Takes a code from an authenticator app, which phones and password managers fill in, or a recovery code.
 * Recovery codes contain letters, so it asks for no numeric keyboard.
 */
export function CodeInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <Input
      {...props}
      type="text"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={32}
      className="tabular font-mono tracking-widest"
    />
  )
}
