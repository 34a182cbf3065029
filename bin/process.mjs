// `node bin/process.mjs web` and `node bin/process.mjs worker`: one process of a built service without the supervisor,
// where something else restarts it, such as Kubernetes. `npm run migrate -- set-up` prepares the database before.
import { importCompiled } from './compile.mjs'
import { enterProject, reportAndExit } from './prepare.mjs'

const KINDS = ['web', 'worker']

try {
  const [kind = ''] = process.argv.slice(2)
  if (!KINDS.includes(kind)) throw new Error(`Usage: node bin/process.mjs ${KINDS.join('|')}`)
  enterProject()
  process.env.NODE_ENV = 'production'
  // Without them it would not end, but serve nothing: a process alone has no embedded database.
  const missing = ['DATABASE_URL', 'SECRET_KEY'].filter((name) => !process.env[name])
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} must be set.`)
  await importCompiled(kind)
} catch (error) {
  reportAndExit(error)
}
