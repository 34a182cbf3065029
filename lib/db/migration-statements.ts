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
