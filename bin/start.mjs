// `npm start`, `npm run dev` and `npm run twin`: from a fresh clone to the running service. This process installs and
// builds what is missing, then becomes the supervisor of the others.
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compile, importCompiled, isCompiled, removeOtherBuilds } from './compile.mjs'
import {
  build,
  enterProject,
  generateClient,
  install,
  isBuilt,
  packClients,
  reportAndExit,
  step,
} from './prepare.mjs'

const [, program] = process.argv
const dev = process.argv.includes('--dev')
const twin = process.argv.includes('--twin')
// The API is answered by the route handlers in app/, as in development and under `next start`.
const routes = process.argv.includes('--routes')
try {
  enterProject()
  process.env.NODE_ENV = dev ? 'development' : 'production'
  await install(() => !dev && isBuilt() && isCompiled())
  await generateClient()
  const { supervise } = await importCompiled('supervisor')
  const prepare = async () => {
    const folder = await compile()
    // A service may run beside a twin, from an earlier build.
    if (!twin) removeOtherBuilds(folder)
    await packClients()
    if (!dev) await build()
  }
  // The path of this program may be a link, which by now leads to another checkout.
  const nextBuild = async () => {
    const root = dirname(dirname(realpathSync(program)))
    const modules = ['prepare', 'compile'].map((name) => import(pathToFileURL(join(root, `bin/${name}.mjs`))))
    const [next, { compile }] = await Promise.all(modules)
    const isComplete = next.isInstalled({ withTools: false }) && next.isBuilt()
    if (!isComplete) throw new Error(`${root} is not built; run "node bin/build.mjs" there`)
    return { root, folder: await compile() }
  }
  await supervise({ dev, twin, routes, prepare, compile, nextBuild, step })
  process.exit(0)
} catch (error) {
  reportAndExit(error)
}
