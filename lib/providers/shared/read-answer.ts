/** The text of an answer; null if it is longer than `maximumBytes`, and the rest stays unread. */
export async function readAnswer(
  body: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maximumBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const WORDS_CHARACTERS = 300

/** Reduces a provider's words to one line without anything that could be an account number; null if nothing is left. */
export function cleanWords(text: string | null): string | null {
  const words = (text ?? '')
    .replace(/\p{C}+/gu, ' ')
    .replace(/\d(?:[\s-]*\d){3,}/g, '…')
    .slice(0, WORDS_CHARACTERS)
    // The cut may split a surrogate pair, and PostgreSQL stores no lone surrogate.
    .toWellFormed()
    .trim()
  return words === '' ? null : words
}
