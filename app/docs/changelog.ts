import { readFileSync } from 'node:fs'
import type { DocsPage } from '@/components/docs/content'
import { apiV2 } from '@/lib/api/v2'
import { slugOf } from './api/reference'

/** The project's CHANGELOG.md, which is shipped with the sources, by days. */
export const CHANGELOG: DocsPage = {
  path: '/docs/changelog',
  title: 'What changed',
  lead: 'What vendors, operators and developers can notice, newest day first. Each day begins with the API, the clients and webhooks.',
  body: () => changesByDay(readFileSync('CHANGELOG.md', 'utf8')),
}

type Change = { day: string; kind: string; concernsPrograms: boolean; text: string }

/** The page below its lead: what programs can rely on, then a section for each day. */
export function changesByDay(changelog: string): string {
  const releases = [...changelog.matchAll(/^## \[(.+)\] - (\S+)$/gm)].map(([, version, day]) => ({
    version,
    day,
  }))
  const changes = changesOf(changelog)
  const days = [...new Set(changes.map(({ day }) => day))].sort().reverse()
  const sections = days.map((day) => {
    const versions = releases
      .filter((release) => release.day === day)
      .map(({ version }) => `, version ${version}`)
    const ofDay = changes.filter((change) => change.day === day)
    const forPrograms = ofDay.filter(({ concernsPrograms }) => concernsPrograms)
    const others = ofDay.filter(({ concernsPrograms }) => !concernsPrograms)
    return [
      `## ${inWords(day)}${versions.join('')} {#${day}}`,
      listOf(`API, clients and webhooks {#${day}-api}`, forPrograms),
      listOf(`Dashboard, payment page and operating {#${day}-other}`, others),
    ].join('\n\n')
  })
  return [promise(), ...sections].join('\n\n')
}

/** The entries in their order. One names its day at its end, or has that of its version. */
export function changesOf(changelog: string): Change[] {
  const [, ...versions] = changelog.split(/^## /m)
  return versions.flatMap((version) => {
    const [title = '', ...kinds] = version.split(/^### /m)
    const [, released = ''] = / - (\S+)\s*$/.exec(title) ?? []
    return kinds.flatMap((section) => {
      const [kind = '', ...entries] = section.split(/\n- /)
      return entries.map((entry) => {
        const words = entry.trim().replace(/\s*\n\s*/g, ' ')
        const [, own] = / \((\d{4}-\d\d-\d\d)\)$/.exec(words) ?? []
        return {
          day: own ?? released,
          kind: kind.trim(),
          concernsPrograms: FOR_PROGRAMS.test(words),
          text: words.replace(/ \(\d{4}-\d\d-\d\d\)$/, '').replace(FOR_PROGRAMS, ''),
        }
      })
    })
  })
}

const FOR_PROGRAMS = /^\*\*API:\*\* /

function listOf(title: string, changes: Change[]): string {
  if (changes.length === 0) return ''
  const lines = changes.map(({ kind, text }) => `- ${kind === 'Added' ? '' : `**${kind}:** `}${text}`)
  return `### ${title}\n\n${lines.join('\n')}`
}

function promise(): string {
  const going = Object.entries(apiV2).flatMap(([name, { deprecation, method, path }]) =>
    deprecation
      ? `- [${method} ${path}](/docs/api/${slugOf(name)}) may be gone from ${inWords(deprecation.sunset)} on: ${deprecation.instead}`
      : [],
  )
  return `## What you can rely on {#promise}

Anything that could break a program comes as a new version of the API, under a new path. An endpoint that is going away answers with
the headers \`Deprecation\` and \`Sunset\` for at least twelve months before. [Versions, and what may
change](/docs/api#versions) has the whole promise.

${going.length > 0 ? `These will go:\n\n${going.join('\n')}` : 'Nothing is deprecated now.'}`
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function inWords(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}
