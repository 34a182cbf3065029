import { TriangleAlert } from 'lucide-react'
import type { BuyerPage } from './buyer-frame'

/** An invoice that nothing can be paid on for now, and why. */
export function Closed({ page, texts }: BuyerPage) {
  const { title, banned, unavailable } = texts.closed
  const vendor = page.vendor.name
  return (
    <div className="flex gap-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="min-w-0">
        <h2 className="font-semibold text-base">{title}</h2>
        <p className="mt-1 break-words text-muted-foreground">
          {page.state === 'banned' ? banned({ vendor }) : unavailable({ vendor })}
        </p>
      </div>
    </div>
  )
}
