import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyProject } from '../fixtures/project-copy'
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs'
import type { RunResult } from './report'

/**
 * Puts each mistake into a copy of the project and runs the scenes that must find it there. Returns those that
 * were not found.
 */
export function runPlanted(names: string[], say: (text: string) => void): string[] {
  const bugs = names.length === 0 ? PLANTED_BUGS : PLANTED_BUGS.filter(({ name }) => names.includes(name))
  if (bugs.length < names.length) {
    throw new Error(`The planted bugs are: ${PLANTED_BUGS.map(({ name }) => name).join(', ')}`)
  }
  const misses: string[] = []
  for (const bug of bugs) {
    const startedAt = performance.now()
    const { isFound, words } = runWith(bug)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    say(
      `${isFound ? '✓' : '✗'} ${bug.name.padEnd(34)} ${bug.scenes.join().padEnd(18)} ${seconds} s  ${words}`,
    )
    if (!isFound) misses.push(bug.name)
  }
  return misses
}

function runWith(bug: PlantedBug): { isFound: boolean; words: string } {
  const copy = mkdtempSync(join(tmpdir(), 'counterfoil-planted-'))
  try {
    copyProject(copy)
    for (const change of bug.changes) plant(copy, change)
    // The pages are those of the original: the mistakes are in what the processes run.
    const accept = `import('./bin/prepare.mjs').then(({ acceptBuild }) => acceptBuild())`
    execFileSync(process.execPath, ['-e', accept], { cwd: copy })
    return play(bug, copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function plant(copy: string, { file, from, to }: PlantedBug['changes'][number]): void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} no longer has once: ${from}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
}

function play({ scenes, minutes, seed }: PlantedBug, copy: string): { isFound: boolean; words: string } {
  const json = join(copy, 'result.json')
  const sceneArgs = scenes.flatMap((scene) => ['--scene', scene])
  const args = ['--minutes', String(minutes), '--seed', seed, '--json', json, ...sceneArgs]
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'e2e/torture/torture.ts', ...args],
    { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 30 },
  )
  let result: RunResult
  try {
    result = JSON.parse(readFileSync(json, 'utf8')) as RunResult
  } catch {
    // It did not run at all, which finds nothing.
    return { isFound: false, words: `${stdout}${stderr}`.slice(-500) }
  }
  for (const folder of result.folders) rmSync(folder, { recursive: true, force: true })
  const failures = result.scenes.filter(({ result: outcome }) => outcome === 'failed')
  return { isFound: failures.length > 0, words: failures[0]?.notes[0]?.slice(0, 160) ?? 'nothing was found' }
}
