import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  badge?: ReactNode
  /** To pages behind this one: beside the action, and on a phone below the title. */
  links?: ReactNode
  action?: ReactNode
}

export function PageHeader({ title, description, badge, links, action }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-3">
      <div className="mr-2 min-w-0">
        {/* As high as a button, to centre the title beside one. */}
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="wrap-anywhere font-semibold text-xl tracking-tight">{title}</h1>
          {badge}
        </div>
        {description && <div className="mt-1 wrap-anywhere text-muted-foreground">{description}</div>}
      </div>
      {links && (
        <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:w-full sm:ml-auto">{links}</div>
      )}
      {action}
    </div>
  )
}

/** Leads from an object's page to its list. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="-ml-1 inline-flex print:hidden items-center gap-1 rounded text-[0.8125rem] text-muted-foreground hover:text-foreground"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}
