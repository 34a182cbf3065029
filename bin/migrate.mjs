// `npm run --silent migrate -- COMMAND`: migrations, for changes to the schema.
import { importCompiled } from './compile.mjs'
import { enterProject, reportAndExit } from './prepare.mjs'

try {
  enterProject()
  const { main } = await importCompiled('migrate')
  // The engine leaves a timer behind that would hold the process for ten seconds.
  process.exit(await main(process.argv[2]))
} catch (error) {
  reportAndExit(error)
}
