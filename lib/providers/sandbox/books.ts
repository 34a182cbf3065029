import type { Pool } from 'pg'

/** Where the sandbox keeps its books, and the clock that it dates them by. */
export type Books = { pool: Pool; clock: () => Date }
