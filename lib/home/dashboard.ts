import { session } from '@/lib/auth/session-access'
import { operation } from '@/lib/http/operation'
import { homeView, readHome } from './queries'

export const getHome = operation({
  method: 'GET',
  path: '/api/dashboard/home',
  summary: 'Read the home page',
  tag: 'Home',
  access: session('read'),
  answers: { 200: homeView },
}).handle(async ({ vendor, account }) => ({ status: 200, body: await readHome(vendor.id, account.mode) }))
