/** A page of a list for the browser. */
export type ListView<Row> = {
  rows: Row[]
  /** The order of the rows: `due_date`, or `-due_date` for descending. */
  sort: string
  /** Says which rows are listed, if the sort order leaves some out. */
  note: string | null
  nextCursor: string | null
  previousCursor: string | null
}

/** The first paint of a list's page: the list, or the reason why its URL is refused. */
export type FirstList<Row> = { search: string; view: ListView<Row> | null; refusal: string | null }

// The browser needs these too. A module that parses would bring zod with it: 55 KB a page.
/** At most this many rows of a list can be chosen one by one. */
export const MAX_SELECTION = 100

/** URL parameters that only affect the list's appearance. */
export const VIEW_PARAMETERS: readonly string[] = ['hide', 'rows']
