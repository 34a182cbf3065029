import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { DomainError } from '@/lib/errors'
import { MAX_LOGO_BYTES, MAX_LOGO_PIXELS } from './branding-fields'

/** An image that we encoded ourselves. */
export type Picture = {
  png: Uint8Array<ArrayBuffer>
  /** In pixels, as uploaded: the PNG may be smaller. */
  width: number
  height: number
}

// Relative to the working directory: every process starts in the project's folder.
const PROGRAM = join(process.cwd(), 'lib/branding/picture-decoder.mjs')

/** The largest use of a logo, on paper, at 300 dots per inch. */
const BOX = { width: 640, height: 240 }

/** The program stops itself earlier, unless its threads can't be stopped from within. */
const TIMEOUT_MS = 15_000

const decoded = z.object({ width: z.int(), height: z.int(), png: z.base64() })

/**
 * Decodes a PNG, JPEG or WebP image in a separate process and encodes it as PNG: no other process ever
 * decodes a vendor's bytes. Throws `logo_too_large` above either limit, and `logo_not_a_picture` for anything
 * else: another format, an animation, a damaged file, or one that takes too much time or memory.
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  if (bytes.length > MAX_LOGO_BYTES) throw new DomainError('logo_too_large')
  const { code, output } = await runProgram(bytes)
  if (code === 1) throw new Error('the picture decoder did not start')
  if (code === 4) throw new DomainError('logo_too_large')
  if (code !== 0) throw new DomainError('logo_not_a_picture')
  const { png, width, height } = decoded.parse(JSON.parse(output))
  return { png: Uint8Array.from(Buffer.from(png, 'base64')), width, height }
}

/** `code` is null if the process was killed. */
function runProgram(bytes: Uint8Array): Promise<{ code: number | null; output: string }> {
  const limits = [MAX_LOGO_PIXELS, BOX.width, BOX.height, MAX_LOGO_BYTES].map(String)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...limits], {
      // A compromised decoder must not see any of the service's secrets.
      env: { NODE_ENV: 'production' },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    // The program may exit before it has read everything.
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }))
    child.stdin.end(bytes)
  })
}
