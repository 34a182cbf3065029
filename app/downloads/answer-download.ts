import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The build packs the clients into this folder (bin/pack-clients.mjs), relative to the working directory. */
const FOLDER = resolve('.build/downloads')

const TYPES: Record<string, string> = {
  tgz: 'application/gzip',
  gz: 'application/gzip',
  whl: 'application/zip',
}
const TEXT = 'text/plain; charset=utf-8'

type Context = { params: Promise<{ file?: string[] }> }

/** A client library, or the list of them with sizes and checksums. */
export async function answerDownload(_request: Request, { params }: Context): Promise<Response> {
  const { file } = await params
  const names = (await readdir(FOLDER).catch(() => [])).toSorted()
  if (!file) return Response.json({ files: await Promise.all(names.map(describe)) })
  const name = names.find((each) => each === file.join('/'))
  if (!name) return new Response('Not found\n', { status: 404, headers: { 'Content-Type': TEXT } })
  const bytes = await readFile(join(FOLDER, name))
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? TEXT
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': type, ETag: `"${sha256(bytes)}"`, 'Cache-Control': 'public, max-age=300' },
  })
}

async function describe(name: string): Promise<{ name: string; size: number; sha256: string }> {
  const bytes = await readFile(join(FOLDER, name))
  return { name, size: bytes.length, sha256: sha256(bytes) }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
