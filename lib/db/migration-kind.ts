/*
 * While an upgrade is on its way, processes of two neighbouring versions run on one database, and the operator may go
 * back. So a migration says in its first line what it is: `-- expand` only adds, for the version that brings it, and
 * `-- contract` takes away what the version before has stopped using.
 */

const KINDS = ['expand', 'contract'] as const

type MigrationKind = (typeof KINDS)[number]

interface Migration {
  name: string
  sql: string
}

/** The first release's own: no version ran before. Later names begin with a time. */
const FIRST_RELEASE = /^\d{4}_/

/** A reviewer's yes to the statement below it. */
const ALLOWED = /^ *-- allowed: *\S/m

/** Up to the next clause, neither before `NOT NULL` nor after it. */
const NO_DEFAULT = String.raw`(?:(?!, ADD |\b(?:DEFAULT|GENERATED)\b).)*`
const UNFILLED = new RegExp(String.raw`\bADD COLUMN ${NO_DEFAULT}\bNOT NULL\b${NO_DEFAULT}(?:, ADD |$)`, 'i')

/** Statements that would break the previous version on its own tables. The first rule that fits gives the reason. */
const RULES = [
  { refused: /\bRENAME\b/i, why: 'renames what the version before reads' },
  { refused: /\bSET SCHEMA\b/i, why: 'moves what the version before reads' },
  { refused: /\bDROP (?!NOT NULL\b)/i, why: 'drops what the version before uses' },
  { refused: /\bALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE\b/i, why: 'changes the type of a column' },
  { refused: /\bSET NOT NULL\b/i, why: 'refuses the NULL that the version before writes' },
  { refused: UNFILLED, why: 'adds a column that the version before leaves empty' },
  {
    refused: /\bADD (?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|PRIMARY|EXCLUDE)\b|^CREATE UNIQUE INDEX\b/i,
    why: 'may refuse what the version before writes',
  },
  {
    refused: /^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER\b/i,
    why: 'acts on what the version before writes',
  },
  { refused: /^(?:TRUNCATE|DELETE)\b/i, why: 'removes what the version before reads' },
  { refused: /^DO\b/i, why: 'hides its statements in a block' },
]

/** The kind that a migration declares; null for one of the first release. Throws where it declares none. */
export function kindOf({ name, sql }: Migration): MigrationKind | null {
  if (FIRST_RELEASE.test(name)) return null
  const [, word] = /^-- (\w+)/.exec(sql) ?? []
  const kind = KINDS.find((each) => each === word)
  if (!kind) throw new Error(`${name} has to begin with the line "-- expand" or "-- contract".`)
  return kind
}

/**
 * What the version before could not live with, a line for each statement of an `expand` migration. It goes by the words
 * alone and can't tell a looser rule from a stricter one: a comment `-- allowed: why` above a statement lets it pass.
 */
export function faultsOf(migration: Migration): string[] {
  if (kindOf(migration) !== 'expand') return []
  const created = new Set<string>()
  return splitStatements(migration.sql).flatMap((statement) => {
    const words = wordsOf(statement)
    const [, table] = /^CREATE TABLE (?:IF NOT EXISTS )?([^\s(]+)/i.exec(words) ?? []
    if (table) created.add(table)
    if (ALLOWED.test(statement) || created.has(tableOf(words))) return []
    const rule = RULES.find(({ refused }) => refused.test(words))
    return rule ? [`${migration.name} ${rule.why}: ${words.slice(0, 100)}`] : []
  })
}

/** The table that a statement is about, or nothing. */
function tableOf(words: string): string {
  const [, altered] = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+)/i.exec(words) ?? []
  const [, extended] = /^CREATE [A-Z ]*(?:INDEX|TRIGGER)\b.*? ON (?:ONLY )?([^\s(]+)/i.exec(words) ?? []
  return altered ?? extended ?? ''
}

/** A text, a name in quotes, or a comment, in which a semicolon ends nothing; or one that ends a statement. */
const PART = /\$([a-z_]\w*)?\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\/|;/gi
/** No text of PostgreSQL has it. */
const END = '\0'

/** The statements of a migration, each with the comments above it. */
export function splitStatements(sql: string): string[] {
  return sql
    .replace(PART, (part) => (part === ';' ? part + END : part))
    .split(END)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

/** A statement in one line: without comments, quotes around names, and the contents of texts. */
export function wordsOf(statement: string): string {
  return statement
    .replace(PART, (part) => {
      if (/^['$]/.test(part)) return "''"
      return part.startsWith('"') ? part.slice(1, -1) : ''
    })
    .replace(/\s+/g, ' ')
    .trim()
}
