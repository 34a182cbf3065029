'use client'

import { ArrowLeft } from 'lucide-react'
import { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Link } from '@/components/ui/link'
import { classNames } from '../ui/class-names'
import { type DashboardPage, sectionsFor, type Viewer } from './pages'

type NavigationProps = {
  viewer: Viewer
  /** Called on a click, so that a drawer can close. */
  onNavigate?: () => void
}

/**
 * The pages of the daily work, and an entry for each group of others, which opens below it while one of its pages is
 * shown. The operator's pages are about everybody's accounts: they take the place of the own ones, and lead back.
 */
export function Navigation({ viewer, onNavigate }: NavigationProps) {
  const path = usePathname()
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link follows the path.
  useEffect(() => {
    if (nav.current) showCurrent(nav.current)
  }, [path])
  const isCurrent = ({ href }: DashboardPage) => path === href || path.startsWith(`${href}/`)
  const entry = (page: DashboardPage, isCurrentPage = isCurrent(page)) => (
    <NavigationLink page={page} isCurrent={isCurrentPage} {...(onNavigate ? { onNavigate } : {})} />
  )
  const sections = sectionsFor(viewer)
  const operating = sections.find(({ isForOperators, pages }) => isForOperators && pages.some(isCurrent))
  if (operating) {
    return (
      <nav ref={nav} aria-label="Dashboard" className="pb-6">
        {entry({ href: '/home', label: 'Back to your account', Icon: ArrowLeft }, false)}
        <p className="px-2.5 pt-4 pb-1 font-medium text-muted-foreground text-xs">Operator</p>
        <ul className="space-y-0.5">
          {operating.pages.map((page) => (
            <li key={page.href}>{entry(page)}</li>
          ))}
        </ul>
      </nav>
    )
  }
  return (
    <nav ref={nav} aria-label="Dashboard" className="space-y-4 pb-6">
      <ul className="space-y-0.5">
        {sections.flatMap(({ Icon, pages }) =>
          Icon ? [] : pages.map((page) => <li key={page.href}>{entry(page)}</li>),
        )}
      </ul>
      <ul className="space-y-0.5">
        {sections.map(({ title, Icon, pages: [first, ...others] }) =>
          title && Icon && first ? (
            <li key={title}>
              {entry({ href: first.href, label: title, Icon }, false)}
              {[first, ...others].some(isCurrent) && (
                <ul aria-label={title} className="mt-0.5 ml-4.5 space-y-0.5 border-l pl-2">
                  {[first, ...others].map((page) => (
                    <li key={page.href}>{entry(page)}</li>
                  ))}
                </ul>
              )}
            </li>
          ) : null,
        )}
      </ul>
    </nav>
  )
}

/** Scrolls the sidebar or drawer, and nothing around it, until the link of the open page is in view. */
function showCurrent(nav: HTMLElement): void {
  const box = nav.parentElement
  const link = nav.querySelector('[aria-current=page]')
  if (!box || !link) return
  const frame = box.getBoundingClientRect()
  const bounds = link.getBoundingClientRect()
  if (bounds.bottom > frame.bottom || bounds.top < frame.top) {
    box.scrollTop += (bounds.top + bounds.bottom - frame.top - frame.bottom) / 2
  }
}

type NavigationLinkProps = { page: DashboardPage; isCurrent: boolean; onNavigate?: () => void }

function NavigationLink({ page, isCurrent, onNavigate }: NavigationLinkProps) {
  const { href, label, Icon } = page
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      className={classNames(
        'flex h-9 items-center gap-2.5 rounded-lg px-2.5 font-medium transition-colors has-data-pending:bg-muted has-data-pending:text-foreground lg:h-7.5',
        isCurrent
          ? 'bg-muted text-foreground'
          : 'text-muted-foreground hover:bg-muted/70 hover:text-foreground',
      )}
    >
      <Icon aria-hidden className={classNames('size-4', isCurrent && 'text-accent-text')} />
      {label}
      <Pending />
    </Link>
  )
}

/** Marks the link as clicked until its page is there. */
function Pending() {
  const { pending } = useLinkStatus()
  return pending && <span data-pending hidden />
}
