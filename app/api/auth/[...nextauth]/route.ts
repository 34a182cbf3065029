import { routeHandlers } from '@/lib/api/next'
import { authenticate } from '@/lib/sign-in/authenticate'

const { GET: answerNotFound } = routeHandlers({})

async function handle(request: Request): Promise<Response> {
  return (await authenticate(request)) ?? answerNotFound(request)
}

export { handle as GET, handle as POST }
