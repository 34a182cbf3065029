import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { DocsGroup } from './content'
import type { DocsSection } from './markdown'

type DocsNavigationProps = {
  groups: readonly DocsGroup[]
  current: string
  sections: readonly DocsSection[]
}

/** Links to all pages by group, and to the sections of the current page. */
export function DocsNavigation({ groups, current, sections }: DocsNavigationProps) {
  const isAt = (path: string) => current === path || current.startsWith(`${path}/`)
  const visibleGroups = groups.filter(({ below }) => below === undefined || isAt(below))
  return (
    <nav aria-label="Documentation" className="space-y-5">
      {visibleGroups.map(({ title, pages, below }) => (
        <section
          key={title}
          aria-label={`${title}: pages`}
          className={classNames(below !== undefined && 'ml-2.5 border-l pl-1.5')}
        >
          <p className="px-2.5 pb-1 font-medium text-muted-foreground text-xs">{title}</p>
          <ul className="space-y-0.5">
            {pages.map((page) => (
              <li key={page.path}>
                <Link
                  href={page.path}
                  aria-current={page.path === current ? 'page' : undefined}
                  className={classNames(
                    'flex min-h-9 items-center rounded-lg px-2.5 py-1 font-medium lg:min-h-8',
                    page.path === current
                      ? 'bg-muted text-foreground'
                      : 'text-muted-foreground hover:bg-muted/70 hover:text-foreground',
                  )}
                >
                  {page.title}
                </Link>
                {page.path === current && (
                  <div className="my-1 ml-4 xl:hidden">
                    <SectionLinks sections={sections} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Links to the sections of a page. */
export function SectionLinks({ sections }: { sections: readonly DocsSection[] }) {
  return (
    <ul className="border-l">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-8 items-center rounded-r-lg py-1 pr-2 pl-3 text-[0.8125rem] text-muted-foreground hover:bg-muted/70 hover:text-foreground lg:min-h-7"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
