/** A page of a list for the browser: its rows, and the cursors of the adjacent pages. */
export type ListView<Row> = { rows: Row[]; nextCursor: string | null; previousCursor: string | null }

/** The first paint of a list's page: the list, or the reason why its URL is refused. */
export type FirstList<Row> = { search: string; view: ListView<Row> | null; refusal: string | null }

// The browser needs these too. A module that parses would bring zod with it: 55 KB a page.
/** At most this many rows of a list can be chosen one by one. */
export const MOST_CHOSEN = 100

/** URL parameters that only affect the list's appearance. */
export const LOOK_PARAMETERS: readonly string[] = ['hide', 'rows']
