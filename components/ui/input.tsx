import type { ComponentProps } from 'react'
import { classNames } from './class-names'

/** 16 px on small screens: iOS zooms into anything smaller. */
export const CONTROL_STYLE = classNames(
  'block w-full rounded-lg border border-control-border bg-surface px-3 text-base text-foreground shadow-card sm:text-sm',
  'placeholder:text-muted-foreground aria-invalid:border-danger',
  'focus-visible:border-accent-text focus-visible:outline-2 focus-visible:outline-offset-0',
)

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={classNames(CONTROL_STYLE, 'h-10 sm:h-9', className)} />
}
