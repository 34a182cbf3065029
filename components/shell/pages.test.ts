import { expect, test } from 'vitest'
import type { Role } from '@/lib/auth/permissions'
import { sectionsFor } from './pages'

const settingsOf = (role: Role) =>
  sectionsFor({ role, isOperator: false })
    .flatMap(({ pages }) => pages.map(({ href }) => href))
    .filter((href) => href.startsWith('/settings/'))

test('an accountant opens the settings of invoices, and no page on which money or access is arranged', () => {
  expect(settingsOf('accountant')).toEqual([
    '/settings/profile',
    '/settings/invoices',
    '/settings/security',
    '/settings/audit-log',
  ])
  for (const role of ['finance', 'developer', 'read_only'] as const) {
    expect(settingsOf(role)).not.toContain('/settings/invoices')
  }
})
