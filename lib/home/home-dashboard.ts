import { session } from '@/lib/auth/session-access'
import { queryFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { homeView, readHome } from './queries'
import { rangeQuery } from './range'

export const getHome = operation({
  method: 'GET',
  path: '/api/dashboard/home',
  summary: 'Read the home page',
  tag: 'Home',
  access: session('read'),
  query: queryFields(rangeQuery),
  answers: { 200: homeView },
}).handle(async ({ account, query }) => ({ status: 200, body: await readHome(account, query) }))
