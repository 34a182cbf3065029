import { NextRequest } from 'next/server'
import nextAuth from 'next-auth'
import { authOptions, type SignInCheck } from './options'

/** Next-auth's own handler. `segments` are the path's behind `/api/auth/`. */
export async function handleByNextAuth(
  request: Request,
  segments: string[],
  checkSignIn: SignInCheck,
): Promise<Response> {
  const context = { params: Promise.resolve({ nextauth: segments }) }
  const response: Response = await nextAuth(new NextRequest(request), context, authOptions(checkSignIn))
  const location = response.headers.get('location')
  if (location) response.headers.set('Location', pathOf(location))
  return response
}

/** The address without its origin: next-auth knows one name of the service, and it may have several. */
function pathOf(location: string): string {
  const { pathname, search } = new URL(location, 'http://localhost')
  return pathname + search
}
