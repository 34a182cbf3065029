// `npm run --silent admin -- NOUN VERB --flags`: an operator command beside the running service. Standard
// output belongs to the command's answer.
import { importCompiled } from './compile.mjs'
import { enterProject, reportAndExit } from './prepare.mjs'

try {
  enterProject()
  process.env.NODE_ENV ??= 'production'
  const { main } = await importCompiled('admin')
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  reportAndExit(error)
}
