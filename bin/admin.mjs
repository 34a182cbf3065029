// `npm run --silent admin -- NOUN VERB --flags`: an operator's command beside the running service. Standard
// output belongs to the command's own answer.
import { enterProject, generateClient, isInstalled, reportAndExit } from './prepare.mjs'

try {
  enterProject()
  process.env.NODE_ENV ??= 'production'
  if (!isInstalled()) throw new Error('The service is not installed. Start it with "npm start" first.')
  await generateClient()
  const { register } = await import('tsx/esm/api')
  register()
  const { joinRunningService } = await import('./settings.ts')
  await joinRunningService()
  const { main } = await import('./admin.ts')
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  reportAndExit(error)
}
