'use client'

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

export function Navigation({ viewer, onNavigate }: NavigationProps) {
  const path = usePathname()
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link follows the path.
  useEffect(() => {
    if (nav.current) showCurrent(nav.current)
  }, [path])
  return (
    <nav ref={nav} aria-label="Dashboard" className="space-y-5 pb-6 lg:space-y-4">
      {sectionsFor(viewer).map(({ title, pages }) => (
        <div key={title ?? 'main'}>
          {title && <p className="px-2.5 pb-1 font-medium text-muted-foreground text-xs">{title}</p>}
          <ul className="space-y-0.5">
            {pages.map((page) => (
              <li key={page.href}>
                <NavigationLink
                  page={page}
                  isCurrent={path === page.href || path.startsWith(`${page.href}/`)}
                  {...(onNavigate ? { onNavigate } : {})}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
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
