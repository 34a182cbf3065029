import { type ChildProcess, spawn } from 'node:child_process'
import { build } from 'esbuild'

/**
 * Starts a program that imports our modules, as paths from the project's folder, in a process of its own. In one piece it
 * starts in a third of the time that its modules take one by one.
 */
export async function startProgram(program: string): Promise<ChildProcess> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  const child = spawn(process.execPath, ['--input-type=module'], { stdio: ['pipe', 'inherit', 'inherit'] })
  child.stdin.end(outputFiles[0]?.text)
  return child
}
