'use client'

import { BookOpen, House, KeyRound, type LucideIcon, Webhook } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { classNames } from '../ui/class-names'

type Entry = { href: string; label: string; Icon: LucideIcon }

const SECTIONS: { title: string | null; entries: Entry[] }[] = [
  { title: null, entries: [{ href: '/home', label: 'Home', Icon: House }] },
  {
    title: 'Settings',
    entries: [
      { href: '/settings/api-keys', label: 'API keys', Icon: KeyRound },
      { href: '/settings/webhooks', label: 'Webhooks', Icon: Webhook },
    ],
  },
  { title: 'Help', entries: [{ href: '/docs', label: 'Documentation', Icon: BookOpen }] },
]

/** The dashboard's pages. `onNavigate` is told of a click, for a menu that closes then. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const path = usePathname()
  return (
    <nav aria-label="Dashboard" className="space-y-5">
      {SECTIONS.map(({ title, entries }) => (
        <div key={title ?? 'main'}>
          {title && <p className="px-2.5 pb-1 font-medium text-muted-foreground text-xs">{title}</p>}
          <ul className="space-y-0.5">
            {entries.map((entry) => (
              <li key={entry.href}>
                <NavigationLink
                  {...entry}
                  isCurrent={path === entry.href}
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

function NavigationLink({
  href,
  label,
  Icon,
  isCurrent,
  onNavigate,
}: Entry & { isCurrent: boolean; onNavigate?: () => void }) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      className={classNames(
        'flex h-9 items-center gap-2.5 rounded-lg px-2.5 font-medium transition-colors lg:h-8',
        isCurrent
          ? 'bg-muted text-foreground'
          : 'text-muted-foreground hover:bg-muted/70 hover:text-foreground',
      )}
    >
      <Icon aria-hidden className={classNames('size-4', isCurrent && 'text-accent-text')} />
      {label}
    </Link>
  )
}
