// `npm start` and `npm run dev`: from a fresh clone to the running service. This process installs and
// builds what is missing, and goes on as the supervisor of the others.
import { build, enterProject, generateClient, install, reportAndExit } from './prepare.mjs'

const dev = process.argv.includes('--dev')
try {
  enterProject()
  process.env.NODE_ENV = dev ? 'development' : 'production'
  await install()
  const { register } = await import('tsx/esm/api')
  register()
  const { supervise } = await import('./supervisor.ts')
  const prepare = async () => {
    await generateClient()
    if (!dev) await build()
  }
  await supervise({ dev, prepare })
  process.exit(0)
} catch (error) {
  reportAndExit(error)
}
