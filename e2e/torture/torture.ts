import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import build from '@/e2e/fixtures/build'
import { checkEverything } from './oracle'
import { runPlanted } from './planted'
import { Random } from './random'
import { notesOf, type RunResult, type SceneResult, tableOf } from './report'
import { FULL_MINUTES, type Scene, sizesOf } from './scene'
import { QUICK, SCENES } from './scenes'
import { EMBEDDED, startCluster } from './servers'
import { Stage } from './stage'
import { Tally } from './tally'

const USAGE = `npm run torture -- [options]
  --minutes N    how much to do: about N minutes of it (default 5, a full run is ${FULL_MINUTES})
  --seed S       makes the same choices as the run with this seed
  --scene NAME   only this scene; may be given several times
  --quick        the short run of npm test
  --citus        on a Citus cluster of three servers in place of the embedded database
  --json FILE    writes the results
  --list         prints the scenes
  --planted      puts known mistakes into copies of the project and checks that each is found
  --bug NAME     only this mistake; may be given several times
Exits with code 1 if anything is wrong, and then keeps the data.`

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    scene: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    citus: { type: 'boolean', default: false },
    json: { type: 'string' },
    planted: { type: 'boolean', default: false },
    bug: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const QUICK_MINUTES = 0.1
const seed = options.seed ?? String(randomInt(2 ** 31))
const minutes = options.quick ? QUICK_MINUTES : Number(options.minutes)

async function play(stage: Stage, scene: Scene): Promise<SceneResult> {
  const startedAt = performance.now()
  const tally = new Tally()
  stage.tally = tally
  say(`${scene.name} …`)
  const reason = scene.whyNot?.(stage) ?? null
  if (reason === null) {
    try {
      await scene.run(stage, new Random(`${seed}/${scene.name}`), sizesOf(minutes, stage.servers.slowdown))
      await checkEverything(stage)
    } catch (error) {
      tally.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
  }
  const { operations, faults, checks, problems, statuses } = tally
  return {
    scene: scene.name,
    operations,
    faults,
    checks,
    seconds: (performance.now() - startedAt) / 1000,
    result: reason !== null ? 'skipped' : problems.length > 0 ? 'failed' : 'ok',
    notes: reason === null ? problems : [reason],
    statuses: Object.fromEntries(statuses),
  }
}

function scenesToRun(): Scene[] {
  const names = options.scene ?? (options.quick ? QUICK : SCENES.map(({ name }) => name))
  return names.map((name) => {
    const scene = SCENES.find((each) => each.name === name)
    if (!scene) throw new Error(`There is no scene "${name}". --list prints them.`)
    return scene
  })
}

async function run(scenes: Scene[]): Promise<RunResult> {
  const begun = performance.now()
  const startedAt = new Date().toISOString()
  build()
  const starting = (options.citus ? startCluster() : Promise.resolve(EMBEDDED)).then(Stage.start)
  const results: SceneResult[] = []
  const end = async () => (await starting).stop({ keep: results.some(({ result }) => result === 'failed') })
  // Also while they start: the servers of a cluster would go on without us.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(1)))
  }
  const stage = await starting
  try {
    for (const scene of scenes) results.push(await play(stage, scene))
  } finally {
    await end()
  }
  const ok = results.every(({ result }) => result !== 'failed')
  return {
    seed,
    minutes,
    startedAt,
    commit: commitOf(),
    machine: `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node.js ${process.version}`,
    seconds: (performance.now() - begun) / 1000,
    ok,
    folders: ok ? [] : [stage.service.dataDir, ...stage.servers.folders],
    scenes: results,
  }
}

function commitOf(): string | null {
  try {
    const args = ['rev-parse', '--short', 'HEAD']
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

/** Prints progress on standard error; standard output has the table. */
function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** The command that makes the same choices again. */
function replay({ scenes }: RunResult): string {
  const failed = scenes.filter(({ result }) => result === 'failed').map(({ scene }) => ` --scene ${scene}`)
  const citus = options.citus ? ' --citus' : ''
  return `npm run torture -- --minutes ${minutes} --seed ${seed}${citus}${failed.join('')}`
}

async function main(): Promise<number> {
  if (options.help || options.list) {
    const lines = SCENES.map(({ name, finds }) => `  ${name.padEnd(18)} ${finds}`)
    console.log(options.help ? USAGE : lines.join('\n'))
    return 0
  }
  if (options.planted || options.bug.length > 0) {
    build()
    const missed = runPlanted(options.bug, console.log)
    console.log(missed.length === 0 ? 'each planted bug was found' : `not found: ${missed.join(', ')}`)
    return missed.length === 0 ? 0 : 1
  }
  if (!(minutes > 0)) throw new Error('--minutes must be a number above 0')
  const result = await run(scenesToRun())
  console.log(`${tableOf(result.scenes)}\n${notesOf(result.scenes)}`)
  console.log(`seed ${seed}, ${minutes} minutes; replay with: ${replay(result)}`)
  if (result.folders.length > 0) console.log(`the data is kept in ${result.folders.join(' and ')}`)
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`)
  return result.ok ? 0 : 1
}

process.exit(await main())
