import type { ComponentProps } from 'react'
import { classNames } from './class-names'

/** 16 px on small screens: iOS zooms into anything smaller. */
export const CONTROL_STYLE = classNames(
  'block w-full rounded-lg border border-control-border bg-surface px-3 text-base text-foreground shadow-card sm:text-sm',
  'placeholder:text-muted-foreground aria-invalid:border-danger',
  // Not `focus-visible`: a date's field doesn't count as that while the calendar's button in it has the focus.
  'focus:border-accent-text focus:outline-2 focus:outline-accent-text focus:outline-offset-0',
)

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={classNames(CONTROL_STYLE, 'h-10 sm:h-9', className)} />
}
