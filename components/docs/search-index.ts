import type { SearchEntry } from './search'

let loaded: Promise<SearchEntry[]> | null = null

/** Everything that the search can find; loaded once. */
export function loadSearchIndex(): Promise<SearchEntry[]> {
  loaded ??= fetch('/docs/search.json')
    .then((answer) => {
      if (!answer.ok) throw new Error(`The search index answered ${answer.status}`)
      return answer.json() as Promise<SearchEntry[]>
    })
    .catch((error: unknown) => {
      // The next search tries again.
      loaded = null
      throw error
    })
  return loaded
}
