import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cleanEnvironment, freePort } from '@/e2e/fixtures/service'
import { atEnd, temporaryFolder, untilAnswered } from './setup'

const ROOT = join(import.meta.dirname, '..')
const NEXT = join(ROOT, 'node_modules/next/dist/bin/next')

const FILES = {
  'package.json': '{ "type": "module" }',
  // The packages are behind a symbolic link that leads out of the project's folder.
  'next.config.js': 'export default { turbopack: { root: "/" } }',
  'app/layout.js':
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }',
  // Rendered for each request, like the service's pages.
  'app/page.js':
    'export const dynamic = "force-dynamic"; export default function Page() { return <h1>Empty</h1> }',
}

/** Builds and serves a Next.js project with one empty page, on the same Next.js and React as the service. */
export async function startEmptyPage(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'app'))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const place = {
    cwd: folder,
    env: cleanEnvironment({ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }),
  }
  await promisify(execFile)(process.execPath, [NEXT, 'build'], place)
  const port = await freePort()
  const server = spawn(process.execPath, [NEXT, 'start', '-p', String(port)], { ...place, stdio: 'ignore' })
  const exited = once(server, 'exit')
  atEnd(() => {
    server.kill()
    return exited
  })
  const url = `http://localhost:${port}/`
  await untilAnswered(url)
  return url
}
