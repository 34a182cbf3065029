import { connection } from 'next/server'
import { CodeBlock } from '@/components/ui/code-block'
import { env } from '@/lib/env'

/** The two variables that every command of the documentation uses, with this installation's address. */
export async function ShellVariables() {
  // The address is a setting of the running service, not of the build.
  await connection()
  return <CodeBlock what="the variables" code={`BASE=${env.PUBLIC_URL}\nKEY=YOUR_API_KEY`} />
}
