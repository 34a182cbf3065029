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
