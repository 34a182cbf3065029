// `node bin/run.mjs bench/bench.ts --flags`: a program of the project from its sources, in a fresh clone too.
import { pathToFileURL } from 'node:url'
import { enterProject, generateClient, install, reportAndExit } from './prepare.mjs'

const [program] = process.argv.splice(2, 1)
const { NODE_ENV } = process.env

try {
  // Without the settings in `.env`: these programs start services of their own.
  process.env.NODE_ENV = 'test'
  enterProject()
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  await install()
  await generateClient()
  const { register } = await import('tsx/esm/api')
  register()
  await import(pathToFileURL(program).href)
} catch (error) {
  reportAndExit(error)
}
