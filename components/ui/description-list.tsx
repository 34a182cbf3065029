import type { ReactNode } from 'react'

export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="space-y-2.5 px-4 pb-4 sm:px-5">{children}</dl>
}

export function Description({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="sm:flex sm:items-baseline sm:gap-4">
      <dt className="w-36 shrink-0 text-muted-foreground">{term}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </div>
  )
}
