import Link from 'next/link'
import { classNames } from '../ui/class-names'

const PAGES = [
  { href: '/docs', label: 'Introduction' },
  { href: '/docs/api', label: 'API reference' },
  { href: '/docs/webhooks', label: 'Webhooks' },
  { href: '/docs/testing', label: 'Testing' },
  { href: '/docs/operating', label: 'Operating' },
  { href: '/docs/security', label: 'Security' },
] as const

export type DocsPath = (typeof PAGES)[number]['href']

export type SectionLink = { id: string; title: string; isMinor?: boolean }

type DocsNavigationProps = { label: string; current: DocsPath; sections: readonly SectionLink[] }

/** The pages of the documentation, and the sections of the one that is shown. */
export function DocsNavigation({ label, current, sections }: DocsNavigationProps) {
  return (
    <nav aria-label={label}>
      <ul className="space-y-0.5">
        {PAGES.map(({ href, label: page }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className={classNames(
                'flex min-h-9 items-center rounded-lg px-2.5 py-1 font-medium lg:min-h-8',
                href === current
                  ? 'bg-muted text-foreground'
                  : 'text-muted-foreground hover:bg-muted/70 hover:text-foreground',
              )}
            >
              {page}
            </Link>
            {href === current && <Sections sections={sections} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Sections({ sections }: { sections: readonly SectionLink[] }) {
  return (
    <ul className="my-1 ml-4 border-l">
      {sections.map(({ id, title, isMinor }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={classNames(
              'flex min-h-8 items-center rounded-r-lg py-1 pr-2 text-[0.8125rem] text-muted-foreground hover:bg-muted/70 hover:text-foreground lg:min-h-7',
              isMinor ? 'pl-6' : 'pl-3',
            )}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function pageLabel(path: DocsPath): string {
  return PAGES.find(({ href }) => href === path)?.label ?? ''
}

/** The page that comes after this one; null after the last. */
export function nextPage(path: DocsPath): (typeof PAGES)[number] | null {
  return PAGES[PAGES.findIndex(({ href }) => href === path) + 1] ?? null
}
