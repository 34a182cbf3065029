import { sessionRead } from '@/lib/api/dashboard/session-operation'
import { readHome } from './queries'

export const getHome = sessionRead('/api/dashboard/home', async ({ vendor, account }) => ({
  status: 200,
  body: await readHome(vendor.id, account.mode),
}))
