import type { DocsGroup, DocsPage, Site } from '@/components/docs/content'
import { env } from '@/lib/env'
import { API_GROUPS, API_OVERVIEW } from './api/content'
import { AUTHENTICATION } from './authentication/content'
import { CHANGELOG } from './changelog/content'
import { CLIENT } from './client/content'
import { COMMAND_LINE } from './command-line/content'
import { ERROR_GROUPS, ERRORS } from './errors/content'
import { GOING_LIVE } from './going-live/content'
import { IDEMPOTENCY } from './idempotency/content'
import { INTRODUCTION } from './introduction/content'
import { INVOICES } from './invoices/content'
import { LIMITS } from './limits/content'
import { MONITORING } from './monitoring/content'
import { OPERATING } from './operating/content'
import { PAYOUTS } from './payouts/content'
import { QUICK_START_PAGE } from './quick-start/content'
import { SECURITY } from './security/content'
import { TESTING } from './testing/content'
import { WEBHOOKS } from './webhooks/content'

/** Every page, in the order of the navigation. */
export const DOCS_GROUPS: readonly DocsGroup[] = [
  { title: 'Get started', pages: [INTRODUCTION, QUICK_START_PAGE, AUTHENTICATION, TESTING] },
  { title: 'Guides', pages: [INVOICES, PAYOUTS, WEBHOOKS, IDEMPOTENCY, LIMITS, GOING_LIVE] },
  { title: 'Tools', pages: [CLIENT, COMMAND_LINE] },
  { title: 'Reference', pages: [ERRORS, CHANGELOG, API_OVERVIEW] },
  ...API_GROUPS,
  ...ERROR_GROUPS,
  { title: 'Operators', pages: [OPERATING, MONITORING, SECURITY] },
]

export function docsPageAt(path: string): DocsPage | undefined {
  return DOCS_GROUPS.flatMap(({ pages }) => pages).find((page) => page.path === path)
}

/** Read for each answer: these are settings of the running service, not of the build. */
export function currentSite(): Site {
  return { url: env.PUBLIC_URL, securityContact: env.SECURITY_CONTACT }
}
