import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changesByDay, changesOf } from './changelog'

const SOURCE = `# Changelog

## [Unreleased]

### Added

- **API:** Something for programs,
  in two lines. (2026-11-26)
- Something for people. (2026-11-25)

### Fixed

- **API:** A fault. (2026-11-25)

## [0.1.0] - 2026-11-21

### Added

- **Ledger:** double entry.
`

test('changes are told by day, newest first, what programs meet before the rest', () => {
  const [, text = ''] = changesByDay(SOURCE).split('Nothing is deprecated now.\n\n')
  expect(text.split(/\n+/)).toEqual([
    '## November 26, 2026 {#2026-11-26}',
    '### API, clients and webhooks {#2026-11-26-api}',
    '- Something for programs, in two lines.',
    '## November 25, 2026 {#2026-11-25}',
    '### API, clients and webhooks {#2026-11-25-api}',
    '- **Fixed:** A fault.',
    '### Dashboard, payment page and operating {#2026-11-25-other}',
    '- Something for people.',
    '## November 21, 2026, version 0.1.0 {#2026-11-21}',
    '### Dashboard, payment page and operating {#2026-11-21-other}',
    '- **Ledger:** double entry.',
  ])
})

test('the changelog has no entry that the page leaves out', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  expect(changesOf(changelog)).toHaveLength([...changelog.matchAll(/^- /gm)].length)
})
