import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type ReportingView = { name: string; text: string; columns: { name: string; text: string }[] }

const FOLDER = resolve('prisma/migrations')
const COMMENT = /^COMMENT ON (?:VIEW|COLUMN) reporting\.(\w+)(?:\.(\w+))? IS '((?:[^']|'')*)';$/gm

/** The views that analysts read, in the words of the comments on them in the migrations: the latest word counts. */
export function reportingViews(): ReportingView[] {
  const views = new Map<string, { text: string; columns: Map<string, string> }>()
  for (const migration of readdirSync(FOLDER).toSorted()) {
    if (migration.endsWith('.toml')) continue
    const source = readFileSync(join(FOLDER, migration, 'migration.sql'), 'utf8')
    for (const [, name = '', column, literal = ''] of source.matchAll(COMMENT)) {
      const view = views.get(name) ?? { text: '', columns: new Map() }
      const text = literal.replaceAll("''", "'")
      if (column) view.columns.set(column, text)
      else view.text = text
      views.set(name, view)
    }
  }
  return [...views].map(([name, { text, columns }]) => ({
    name,
    text,
    columns: [...columns].map(([column, words]) => ({ name: column, text: words })),
  }))
}
