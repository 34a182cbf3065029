import { readFileSync } from 'node:fs'
import type { Site } from '@/components/docs/content'
import { tableOf } from '@/components/docs/markdown'
import { prettyJson } from '@/components/docs/samples'
import { SETTINGS, SETTINGS_OF_PROVIDERS } from '@/lib/env'
import { EVENT_MEANINGS } from '@/lib/events/event-types'
import { REQUESTS_KEPT_DAYS } from '@/lib/http/forget-old-requests'
import { LOGGED_BODY_CHARACTERS } from '@/lib/http/redact-body'
import type { RefusalCode } from '@/lib/http/refusals'
import { METRICS } from '@/lib/metrics/register'
import { OPERATOR_COMMANDS, type OperatorCommand } from '@/lib/operator/commands'
import { reportingViews } from '@/lib/operator/reporting-views'
import { MAX_JOURNAL_DAYS } from '@/lib/reports/journal-range'
import { JOURNAL_ACCOUNTS, JOURNAL_COLUMNS } from '@/lib/reports/journal-words'
import { DELIVERIES_PER_SECOND, REDELIVERY_LIMIT } from '@/lib/webhooks/redeliver'
import { RETRY_DELAYS_MS } from '@/lib/webhooks/retry-schedule'
import { VERSION } from '@/packages/client/src/version'
import { endpointTables } from './api/pages'
import { exampleObject } from './api/reference'
import { errorsByStatus, errorTable } from './errors/pages'

type Insert = (site: Site, words: readonly string[]) => string

/** Values that pages quote from the code or from the running service's settings. */
export const INSERTS: Record<string, Insert> = {
  url: ({ url }) => url,
  'client-version': () => VERSION,
  'security-contact': ({ securityContact }) => reportTo(securityContact),
  'logged-body-characters': () => LOGGED_BODY_CHARACTERS.toLocaleString('en'),
  'requests-kept-days': () => String(REQUESTS_KEPT_DAYS),
  'redelivery-limit': () => String(REDELIVERY_LIMIT),
  'events-per-second': () => String(DELIVERIES_PER_SECOND),
  'webhook-body': () => prettyJson({ invoice: exampleObject('Invoice') }),
  'webhook-attempts': () => tableOf(['Attempt', 'Wait', 'At most'], [['1', 'Sent at once', ''], ...RETRIES]),
  'event-types': eventTypesTable,
  endpoints: endpointTables,
  errors: (_, codes) => errorTable(codes as RefusalCode[]),
  'errors-by-status': errorsByStatus,
  default: (_, [name]) => defaultOf(name),
  settings: (_, [group = '']) => settingsTable(group),
  'operator-commands': commandsTable,
  metrics: metricsTable,
  'reporting-view': reportingView,
  'journal-days': () => String(MAX_JOURNAL_DAYS),
  'journal-columns': () => tableOf(['Column', 'What is in it'], Object.entries(JOURNAL_COLUMNS)),
  'journal-accounts': () => tableOf(['Account', 'What it has'], Object.entries(JOURNAL_ACCOUNTS)),
  sample: sampleShop,
}

/** Each type with the object that its `data` is. */
function eventTypesTable(): string {
  const rows = Object.entries(EVENT_MEANINGS).map(([type, meaning]) => [`\`${type}\``, meaning])
  return tableOf(['Type', 'Meaning'], rows)
}

const SETTING_GROUPS: Record<string, (name: string) => boolean> = {
  mail: (name) => /^(SMTP|MAIL)_/.test(name),
  providers: (name) => SETTINGS_OF_PROVIDERS.includes(name),
}

function defaultOf(name: string | undefined): string {
  const fallback = SETTINGS.find((setting) => setting.name === name)?.fallback
  if (fallback === undefined) throw new Error(`a page names the default of ${name}, which has none`)
  return fallback
}

/** The settings of a group; without one, all that are in none. */
function settingsTable(group: string): string {
  const rows = SETTINGS.filter(({ name }) => {
    const [own = ''] = Object.entries(SETTING_GROUPS).find(([, has]) => has(name)) ?? []
    return own === group
  }).map(({ name, fallback, text, ...setting }) => [
    `\`${name}\``,
    fallback ? `\`${fallback}\`` : '',
    'range' in setting
      ? setting.range.map((limit) => limit.toLocaleString('en-US')).join(' to ')
      : setting.values,
    text,
  ])
  return tableOf(['Setting', 'Default', 'Values', 'Meaning'], rows)
}

function commandsTable(): string {
  const rows = Object.entries<OperatorCommand>(OPERATOR_COMMANDS).map(
    ([name, { required, optional, text }]) => [
      `\`${name}\``,
      [...required.map((flag) => `\`--${flag}\``), ...optional.map((flag) => `\`[--${flag}]\``)].join(' '),
      text,
    ],
  )
  return tableOf(['Command', 'Flags', 'What it does'], rows)
}

function metricsTable(): string {
  const rows = Object.values(METRICS).map(({ name, labelNames, help }) => [
    `\`${name}\``,
    labelNames.map((label) => `\`${label}\``).join(', '),
    help,
  ])
  return tableOf(['Metric', 'Labels', 'Meaning'], rows)
}

function reportingView(_: Site, [name = '']: readonly string[]): string {
  const view = reportingViews().find((each) => each.name === name)
  if (!view) throw new Error(`a page names the view ${name}, which there isn’t`)
  const rows = view.columns.map((column) => [`\`${column.name}\``, column.text])
  return `${view.text}\n\n<!-- table: ${name} -->\n${tableOf(['Column', 'Meaning'], rows)}`
}

/** The file of a sample, which is shipped with the sources: `js node/shop.mjs`. */
function sampleShop(_: Site, [language = '', file = '']: readonly string[]): string {
  const code = readFileSync(`packages/samples/${file}`, 'utf8').trimEnd()
  return `\`\`\`${language} ${file}\n${code}\n\`\`\``
}

const RETRIES = RETRY_DELAYS_MS.map((delayMs, index) => [
  `${index + 2}`,
  `${inWords(delayMs)} after attempt ${index + 1}`,
  `up to ${inWords(delayMs * 1.5)}`,
])

/** Formats milliseconds as `2 h` or `7 min 30 s`. */
function inWords(durationMs: number): string {
  let rest = durationMs
  const parts = [
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const
  return parts
    .map(([unit, unitMs]) => {
      const count = unit === 's' ? rest / unitMs : Math.floor(rest / unitMs)
      rest -= count * unitMs
      return count > 0 ? `${count} ${unit}` : ''
    })
    .filter(Boolean)
    .join(' ')
}

function reportTo(contact: string | undefined): string {
  if (!contact) {
    return 'This installation has not published an address for security reports. Write to the business that runs it, and ask for the person who operates Counterfoil.'
  }
  const words = contact.replace(/^(mailto|tel):/, '').replace(/[\\`*_[\]<>~]/g, '\\$&')
  return `Write to [${words}](<${contact}>).`
}
