import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Logo } from '@/components/ui/logo'
import { ThemeMenu } from '@/components/ui/theme-menu'
import { InlineText, LINK_STYLE } from './prose'

export type DocsSection = SectionLink & { content: ReactNode }

type DocsPageProps = { path: DocsPath; lead: string; sections: readonly DocsSection[] }

/** A page of the documentation. It needs no session. */
export function DocsPage({ path, lead, sections }: DocsPageProps) {
  const title = pageLabel(path)
  const next = nextPage(path)
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-surface px-3 py-2 shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <DocsHeader />
      <details className="group border-b lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between px-4 font-medium sm:px-6 [&::-webkit-details-marker]:hidden">
          <span>
            <span className="text-muted-foreground">Documentation: </span>
            {title}
          </span>
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        </summary>
        <div className="px-3 pb-3 sm:px-5">
          <DocsNavigation label="Documentation" current={path} sections={sections} />
        </div>
      </details>
      <div className="mx-auto max-w-7xl lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
        <aside className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto px-3 py-6 lg:block">
          <DocsNavigation label="Documentation" current={path} sections={sections} />
        </aside>
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 max-w-4xl px-4 py-8 text-[0.9375rem] leading-6 outline-none sm:px-6 lg:px-10 lg:py-10"
        >
          <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
          <p className="mt-2 max-w-[70ch] text-muted-foreground">
            <InlineText text={lead} />
          </p>
          {sections.map((section) => (
            <Section key={section.id} {...section} />
          ))}
          {next && (
            <p className="mt-12 border-t pt-6">
              Next:{' '}
              <Link href={next.href} className={LINK_STYLE}>
                {next.label}
              </Link>
            </p>
          )}
        </main>
      </div>
    </>
  )
}

function DocsHeader() {
  return (
    <header className="flex h-14 items-center gap-2 border-b px-4 sm:px-6">
      <Link href="/docs" aria-label="Counterfoil documentation" className="flex rounded-lg">
        <Logo />
      </Link>
      <span className="rounded-md bg-muted px-1.5 py-0.5 font-medium text-muted-foreground text-xs">
        Docs
      </span>
      <div className="ml-auto flex items-center gap-2">
        <ThemeMenu />
        <Link href="/" className={buttonStyle({ variant: 'secondary', size: 'small' })}>
          Dashboard
        </Link>
      </div>
    </header>
  )
}

function Section({ id, title, isMinor, content }: DocsSection) {
  return (
    <section className={classNames('space-y-4', isMinor ? 'mt-10' : 'mt-12 border-t pt-8')}>
      <h2 id={id} className="scroll-mt-6 font-semibold text-xl tracking-tight">
        <a href={`#${id}`} className="hover:underline">
          {title}
        </a>
      </h2>
      {content}
    </section>
  )
}

const PAGES = [
  { href: '/docs', label: 'Introduction' },
  { href: '/docs/api', label: 'API reference' },
  { href: '/docs/webhooks', label: 'Webhooks' },
  { href: '/docs/testing', label: 'Testing' },
  { href: '/docs/operating', label: 'Operating' },
  { href: '/docs/monitoring', label: 'Monitoring' },
  { href: '/docs/security', label: 'Security' },
] as const

type DocsPath = (typeof PAGES)[number]['href']

type SectionLink = { id: string; title: string; isMinor?: boolean }

type DocsNavigationProps = { label: string; current: DocsPath; sections: readonly SectionLink[] }

/** Links to the documentation's pages and to the sections of the current one. */
function DocsNavigation({ label, current, sections }: DocsNavigationProps) {
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

function pageLabel(path: DocsPath): string {
  return PAGES.find(({ href }) => href === path)?.label ?? ''
}

/** The page after this one; null after the last. */
function nextPage(path: DocsPath): (typeof PAGES)[number] | null {
  return PAGES[PAGES.findIndex(({ href }) => href === path) + 1] ?? null
}
