import { authenticate } from '@/lib/sign-in/authenticate'

export const GET = authenticate
export const POST = authenticate
