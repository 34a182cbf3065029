import { ChevronDown, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Logo } from '@/components/ui/logo'
import { ThemeMenu } from '@/components/ui/theme-menu'
import type { DocsGroup, DocsPage, Site } from './content'
import { DocsNavigation, SectionLinks } from './docs-navigation'
import { DocsSearch } from './docs-search'
import { KeepInView } from './keep-in-view'
import { type DocsSection, fenceOf, sectionsOf } from './markdown'
import { Blocks, InlineText } from './markdown-view'

/** The samples of a request have a column of their own on wide screens. */
function isBeside({ blocks }: DocsSection): boolean {
  return blocks.some((block) => block.type === 'code' && fenceOf(block).language === 'request')
}

/** A second column for one section. It spans all rows of the first; where it is higher, only the last one grows. */
const BESIDE = {
  main: 'xl:grid xl:max-w-none xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] xl:grid-rows-[repeat(9,auto)_1fr] xl:gap-x-8 2xl:grid-cols-[minmax(0,1fr)_minmax(0,36rem)] 2xl:gap-x-12',
  section:
    'xl:sticky xl:top-6 xl:col-start-2 xl:row-span-full xl:mt-0 xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:overflow-y-auto xl:border-t-0 xl:pt-0',
}

type DocsPageViewProps = { page: DocsPage; groups: readonly DocsGroup[]; site: Site }

/** A page of the documentation. It needs no session. */
export function DocsPageView({ page, groups, site }: DocsPageViewProps) {
  const sections = sectionsOf(page, site)
  return (
    <DocsFrame title={page.title} groups={groups} current={page.path} sections={sections}>
      <div>
        <div className="flex items-start justify-between gap-4">
          <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">{page.title}</h1>
          <a
            href={`${page.path}.md`}
            className="flex min-h-8 shrink-0 items-center gap-1.5 text-[0.8125rem] text-muted-foreground hover:text-foreground"
          >
            <FileText aria-hidden className="size-4" />
            Markdown
          </a>
        </div>
        <p className="mt-2 max-w-[70ch] text-muted-foreground">
          <InlineText text={page.lead} />
        </p>
      </div>
      {sections.map((section) => (
        <Section key={section.id} section={section} />
      ))}
      <Neighbours groups={groups} current={page.path} />
    </DocsFrame>
  )
}

type DocsFrameProps = {
  title: string
  groups: readonly DocsGroup[]
  /** Path of the page; empty where there is none. */
  current: string
  sections: readonly DocsSection[]
  children: ReactNode
}

/** Header and navigation around a page of the documentation. */
export function DocsFrame({ title, groups, current, sections, children }: DocsFrameProps) {
  const hasBeside = sections.some(isBeside)
  const navigation = <DocsNavigation groups={groups} current={current} sections={sections} />
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
        <div className="px-3 pt-1 pb-3 sm:px-5">{navigation}</div>
      </details>
      <div
        className={classNames(
          'mx-auto lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]',
          hasBeside ? 'max-w-[110rem]' : 'max-w-[92rem] xl:grid-cols-[15.5rem_minmax(0,1fr)_14rem]',
        )}
      >
        <KeepInView
          key={current}
          className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto px-3 py-6 lg:block"
        >
          {navigation}
        </KeepInView>
        <main
          id="content"
          tabIndex={-1}
          className={classNames(
            'mx-auto w-full min-w-0 max-w-4xl px-4 py-8 text-[0.9375rem] leading-6 outline-none sm:px-6 lg:px-10 lg:py-10',
            hasBeside && BESIDE.main,
          )}
        >
          {children}
        </main>
        <div
          className={classNames(
            'sticky top-0 hidden max-h-dvh self-start overflow-y-auto py-10 pr-4',
            !hasBeside && 'xl:block',
          )}
        >
          {sections.length > 0 && <OnThisPage sections={sections} />}
        </div>
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
      <span className="hidden rounded-md bg-muted px-1.5 py-0.5 font-medium text-muted-foreground text-xs sm:inline">
        Docs
      </span>
      <div className="ml-auto flex items-center gap-2">
        <DocsSearch />
        <ThemeMenu />
        <Link href="/" className={buttonStyle({ variant: 'secondary', size: 'small' })}>
          Dashboard
        </Link>
      </div>
    </header>
  )
}

function Section({ section }: { section: DocsSection }) {
  const { id, title, blocks } = section
  return (
    <section className={classNames('mt-12 space-y-4 border-t pt-8', isBeside(section) && BESIDE.section)}>
      <h2 id={id} className="scroll-mt-6 font-semibold text-xl tracking-tight">
        <a href={`#${id}`} className="hover:underline">
          {title}
        </a>
      </h2>
      <Blocks blocks={blocks} />
    </section>
  )
}

/** The sections of the page, beside it where there is room; elsewhere they stand in the navigation. */
function OnThisPage({ sections }: { sections: readonly DocsSection[] }) {
  return (
    <nav aria-label="On this page">
      <p className="pb-1 pl-3 font-medium text-muted-foreground text-xs">On this page</p>
      <SectionLinks sections={sections} />
    </nav>
  )
}

/** Links to the pages before and after this one. */
function Neighbours({ groups, current }: { groups: readonly DocsGroup[]; current: string }) {
  const pages = groups.flatMap((group) => group.pages)
  const index = pages.findIndex(({ path }) => path === current)
  const [previous, next] = [pages[index - 1], pages[index + 1]]
  return (
    <nav aria-label="Neighbouring pages" className="mt-12 flex justify-between gap-6 border-t pt-6">
      {previous ? <Neighbour label="Previous" page={previous} /> : <span />}
      {next && <Neighbour label="Next" page={next} isNext />}
    </nav>
  )
}

type NeighbourProps = { label: string; page: DocsPage; isNext?: true }

function Neighbour({ label, page, isNext }: NeighbourProps) {
  return (
    <Link href={page.path} className={classNames('group wrap-anywhere min-w-0', isNext && 'text-right')}>
      <span className="block text-[0.8125rem] text-muted-foreground">{label}</span>
      <span className="font-medium text-accent-text group-hover:underline">{page.title}</span>
    </Link>
  )
}
