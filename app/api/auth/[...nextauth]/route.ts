import { authenticate } from '@/lib/api/dashboard/authenticate'

export const GET = authenticate
export const POST = authenticate
