import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = { Icon: LucideIcon; title: ReactNode; children: ReactNode; action?: ReactNode }

/** What a list shows while it is empty: what will be here, and the next step. */
export function EmptyState({ Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-5 pt-8 pb-10 text-center">
      <Icon aria-hidden className="size-6 text-muted-foreground" />
      <div className="mt-3 font-medium">{title}</div>
      <div className="mt-1 w-full max-w-md text-muted-foreground">{children}</div>
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
