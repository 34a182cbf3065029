import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { CONTROL_STYLE } from './input'

/** The platform's own list: the one that works with every keyboard, phone and screen reader. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        {...props}
        className={classNames(CONTROL_STYLE, 'h-10 appearance-none pr-9 sm:h-9', className)}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  )
}
