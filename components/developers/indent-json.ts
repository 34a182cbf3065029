const STEP = '  '

/**
 * JSON with a line for each member, for reading. Its tokens stay as they are: parsed and written again, a
 * long number would be another one. What has been cut off, or is no JSON, comes out readable all the same.
 */
export function indentJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  let depth = 0
  let indented = ''
  const newLine = () => `\n${STEP.repeat(Math.max(0, depth))}`
  // A string, closed or cut off; an empty list or object; a bracket, comma or colon; anything else.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|\[\s*\]|\{\s*\}|[[\]{},:]|[^\s"[\]{},:]+/gs)) {
    if (token === '{' || token === '[') {
      depth += 1
      indented += token + newLine()
    } else if (token === '}' || token === ']') {
      depth -= 1
      indented += newLine() + token
    } else if (token === ',') indented += token + newLine()
    else if (token === ':') indented += ': '
    else indented += token
  }
  return indented
}
