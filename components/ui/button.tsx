import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from './class-names'

export type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'small' | 'medium' | 'large' | 'icon'
}

const VARIANTS = {
  primary: 'bg-accent text-accent-foreground shadow-card hover:bg-accent-hover',
  secondary: 'border border-control-border/60 bg-surface text-foreground shadow-card hover:bg-muted',
  ghost: 'text-muted-foreground hover:bg-muted hover:text-foreground',
  danger: 'bg-danger-fill text-white shadow-card hover:bg-danger-fill-hover',
}

const SIZES = {
  small: 'h-8 rounded-md px-2.5 text-[0.8125rem]',
  medium: 'h-9 rounded-lg px-3.5 text-sm',
  large: 'h-11 rounded-lg px-4 text-base',
  icon: 'size-9 rounded-lg',
}

/** The classes of a button, for links that look like one. */
export function buttonStyle({ variant = 'primary', size = 'medium' }: ButtonStyle = {}): string {
  return classNames(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap font-medium transition-colors',
    'print:hidden aria-disabled:cursor-default aria-disabled:opacity-60',
    VARIANTS[variant],
    SIZES[size],
  )
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { pending?: boolean }

/**
 * `pending` shows that the action is running and ignores clicks. The button stays focusable, so that keyboard
 * users keep their place.
 */
export function Button({ variant, size, pending, className, children, onClick, ...props }: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...props}
      {...(pending || onClick ? { onClick: click } : {})}
      aria-disabled={pending || props['aria-disabled']}
      className={classNames(buttonStyle({ variant, size }), className)}
    >
      {pending && <LoaderCircle aria-hidden className="size-4 animate-spin motion-reduce:animate-none" />}
      {children}
    </button>
  )
}
