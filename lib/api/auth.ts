import type { Table } from '@/lib/http/operation'
import { endSession, readCsrfToken, readSession, startSession } from '@/lib/sign-in/next-auth-api'

/** The NextAuth routes in use. Its others (its own pages, its log sink) do not exist. */
export const authApi = { readCsrfToken, readSession, startSession, endSession } satisfies Table
