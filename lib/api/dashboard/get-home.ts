import { readHome } from './read-home'
import { sessionRead } from './session-operation'

export const getHome = sessionRead('/api/dashboard/home', async ({ vendor, account }) => ({
  status: 200,
  body: await readHome(vendor.id, account.mode),
}))
