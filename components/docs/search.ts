/** Something that the search leads to. */
export type SearchEntry = {
  title: string
  /** The page it is on; empty for a page itself. */
  on: string
  href: string
  /** More words to find it by. */
  words?: string
}

/** Sections that every operation or every error has; they would bury what is looked for. */
const USUAL = new Set([
  'Request',
  'Example',
  'Good to know',
  'Errors, in the order of the checks',
  'Handling',
  'Endpoints with this error',
])

/** Entries that have every word of the text; those with the words in their title first. */
export function findInDocs(entries: readonly SearchEntry[], text: string, limit: number): SearchEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const matches = entries.flatMap((entry) => {
    const title = entry.title.toLowerCase()
    const all = `${title} ${entry.on.toLowerCase()} ${entry.words?.toLowerCase() ?? ''}`
    if (USUAL.has(entry.title) || !words.every((word) => all.includes(word))) return []
    const isInTitle = words.every((word) => title.includes(word))
    const score =
      (title === words.join(' ') ? 4 : 0) +
      (title.startsWith(words.join(' ')) ? 2 : 0) +
      (isInTitle ? 2 : 0) +
      (entry.on === '' ? 1 : 0)
    return [{ entry, score }]
  })
  // Equal ones stay in the order of the navigation.
  return matches
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

let index: Promise<SearchEntry[]> | null = null

/** Everything that the search can find; loaded once. */
export function loadSearchIndex(): Promise<SearchEntry[]> {
  index ??= fetch('/docs/search.json')
    .then((answer) => {
      if (!answer.ok) throw new Error(`The search index answered ${answer.status}`)
      return answer.json() as Promise<SearchEntry[]>
    })
    .catch((error: unknown) => {
      // The next search tries again.
      index = null
      throw error
    })
  return index
}
