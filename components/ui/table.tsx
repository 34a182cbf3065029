import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

/** A table that scrolls by itself on narrow screens, by keyboard too. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section aria-label={`${label} (table)`} tabIndex={0} className="@container overflow-x-auto rounded-b-xl">
      <table className="w-full border-collapse text-left">{children}</table>
    </section>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="border-y bg-muted/50 text-muted-foreground text-xs">
      <tr>{children}</tr>
    </thead>
  )
}

export function HeadCell({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...props}
      className={classNames(
        'whitespace-nowrap px-3 py-2 font-medium first:pl-4 last:pr-4 sm:last:pr-5 sm:first:pl-5',
        className,
      )}
    />
  )
}

export function Row({ className, ...props }: ComponentProps<'tr'>) {
  return <tr {...props} className={classNames('border-t first:border-t-0', className)} />
}

export function Cell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      {...props}
      className={classNames(
        'px-3 py-2.5 align-middle first:pl-4 last:pr-4 sm:last:pr-5 sm:first:pl-5',
        className,
      )}
    />
  )
}
