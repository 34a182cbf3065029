import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'

/** From an object's page to the list that it is in. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="-ml-1 inline-flex items-center gap-1 rounded text-[0.8125rem] text-muted-foreground hover:text-foreground"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}
