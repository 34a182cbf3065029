// `npm test`: everything, from a fresh clone. `npm test -- unit api` runs those steps alone.
import { build, enterProject, generateClient, install, reportAndExit } from './prepare.mjs'

// Ignore a developer's own settings: the tests must never reach a real database.
process.env.NODE_ENV = 'test'
for (const name of ['DATABASE_URL', 'DATA_DIR', 'PORT', 'PUBLIC_URL', 'SECRET_KEY']) delete process.env[name]

try {
  enterProject()
  await install()
  await generateClient()
  const { register } = await import('tsx/esm/api')
  register()
  const { runSteps } = await import('./test-steps.ts')
  process.exit(await runSteps(process.argv.slice(2), build))
} catch (error) {
  process.stdout.write('0 passed, 1 failed\n')
  reportAndExit(error)
}
