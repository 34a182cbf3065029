// Prepares everything that a start would prepare, and starts nothing: for images, and before several starts
// at once.
import { compile, importCompiled } from './compile.mjs'
import { build, enterProject, generateClient, install, packClients, reportAndExit } from './prepare.mjs'

try {
  enterProject()
  await install()
  await generateClient()
  await compile()
  await packClients()
  await build()
  const { linkServer } = await importCompiled('migrate')
  await linkServer()
  process.exit(0)
} catch (error) {
  reportAndExit(error)
}
