import type { DocsGroup, DocsPage, Site } from '@/components/docs/content'
import { env } from '@/lib/env'
import { API_GROUPS } from './api/pages'
import { CHANGELOG } from './changelog'
import { ERROR_GROUPS } from './errors/pages'
import { writtenPage } from './written-page'

const written = (...names: string[]) => names.map(writtenPage)

/** Every page, in the order of the navigation. */
export const DOCS_GROUPS: readonly DocsGroup[] = [
  { title: 'Get started', pages: written('introduction', 'quick-start', 'authentication', 'testing') },
  {
    title: 'Guides',
    pages: written(
      'invoices',
      'taxes',
      'e-invoices',
      'portal',
      'payouts',
      'proofs',
      'reports',
      'webhooks',
      'idempotency',
      'limits',
      'going-live',
    ),
  },
  { title: 'Tools', pages: written('client', 'samples', 'command-line') },
  { title: 'Reference', pages: [...written('errors'), CHANGELOG, ...written('api')] },
  ...API_GROUPS,
  ...ERROR_GROUPS,
  { title: 'Operators', pages: written('operating', 'monitoring', 'reporting', 'security') },
]

export function docsPageAt(path: string): DocsPage | undefined {
  return DOCS_GROUPS.flatMap(({ pages }) => pages).find((page) => page.path === path)
}

/** Read for each answer: these are settings of the running service, not of the build. */
export function currentSite(): Site {
  return { url: env.PUBLIC_URL, securityContact: env.SECURITY_CONTACT }
}
