/** True if PostgreSQL can store the text: no NUL and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
