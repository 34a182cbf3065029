import type { ComponentProps } from 'react'
import { Input } from '../ui/input'

/**
 * For a code of an authenticator app, which phones and password managers fill in by themselves, or a recovery
 * code, which has letters: so no keyboard of digits alone.
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
