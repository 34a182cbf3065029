// `npm start`, `npm run dev` and `npm run twin`: from a fresh clone to the running service. This process installs and
// builds what is missing, then becomes the supervisor of the others.
import { compile, importCompiled, isCompiled, removeOtherBuilds } from './compile.mjs'
import { build, enterProject, generateClient, install, isBuilt, reportAndExit, step } from './prepare.mjs'

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
    if (!dev) await build()
  }
  await supervise({ dev, twin, routes, prepare, compile, step })
  process.exit(0)
} catch (error) {
  reportAndExit(error)
}
