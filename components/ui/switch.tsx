import type { ComponentProps } from 'react'
import { classNames } from './class-names'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'onChange'> & {
  /** The colour of the "on" state. */
  tone: 'accent' | 'warning'
  onChange: (isOn: boolean) => void
}

const TONES = {
  accent: 'checked:border-accent checked:bg-accent checked:before:bg-accent-foreground',
  warning: 'checked:border-warning checked:bg-warning checked:before:bg-surface',
}

/** A switch that takes effect at once. Its label stands beside it. */
export function Switch({ tone, onChange, className, ...props }: SwitchProps) {
  return (
    <input
      {...props}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox already reports whether it is checked.
      role="switch"
      onChange={(event) => onChange(event.target.checked)}
      className={classNames(
        'h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-control-border bg-muted',
        'before:mt-px before:block before:size-4 before:translate-x-px before:rounded-full before:bg-control-border',
        'before:transition-transform checked:before:translate-x-[1.0625rem]',
        TONES[tone],
        className,
      )}
    />
  )
}
