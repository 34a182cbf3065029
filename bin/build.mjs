// Prepares everything that a start would prepare, and starts nothing: for images, and before several starts
// at once.
import { compile } from './compile.mjs'
import { build, enterProject, generateClient, install, reportAndExit } from './prepare.mjs'

try {
  enterProject()
  await install()
  await generateClient()
  await compile()
  await build()
} catch (error) {
  reportAndExit(error)
}
