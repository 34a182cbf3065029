import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Service, startService } from '@/e2e/fixtures/service'
import { ApiClient, textAt } from '../client'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'

const SIZE = '600m'
const AT_ONCE = 8

/** The volume of the data folder is full for a while: a small one of its own, with a service of its own. */
export const diskFull: Scene = {
  name: 'disk-full',
  finds: 'an acknowledged write that is lost, or a service that does not come back when there is room again',
  whyNot: ({ servers }) => {
    if (servers.isCluster) return 'its volume is that of the embedded database'
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0
    return isRoot ? null : 'it mounts a small volume, which takes root'
  },
  async run(stage, random, { count }) {
    const volume = mkdtempSync(join(tmpdir(), 'counterfoil-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', volume])
    try {
      const service = await startService({ env: { DATA_DIR: join(volume, 'data'), DATABASE_URL: '' } })
      try {
        await fillAndEmpty(stage, service, volume, count(12, 1), () => random.uuid())
      } finally {
        await service.stop()
      }
    } finally {
      execFileSync('umount', ['--lazy', volume])
      rmSync(volume, { recursive: true, force: true })
    }
  },
}

async function fillAndEmpty(
  stage: Stage,
  service: Service,
  volume: string,
  times: number,
  uuid: () => string,
): Promise<void> {
  const vendor = `vendor-${uuid()}@example.com`
  await service.admin(['vendor', 'create', '--email', vendor, '--password', uuid(), '--name', 'A vendor'])
  const { key = '' } = await service.admin(['key', 'create', '--vendor', vendor, '--mode', 'test'])
  const client = new ApiClient(service.url)
  const ballast = join(volume, 'ballast')
  const ids: string[] = []
  const create = async () => {
    const body = { api_key: key, name: 'x'.repeat(250), email: `${uuid()}@example.com` }
    const reply = await client.send({ method: 'POST', path: '/api/v2/customer', body })
    stage.tally.count(reply.status)
    const isHandled = [201, 503, 0].includes(reply.status)
    stage.tally.expect(isHandled, `with a full disk: ${reply.status} ${reply.text}`)
    if (reply.status === 201) ids.push(textAt(reply.body, 'customer.id'))
    return reply.status
  }
  for (let time = 0; time < times; time += 1) {
    await inParallel(100, AT_ONCE, create)
    stage.tally.faults += 1
    fill(ballast)
    const isNoticed = await stage.until(
      async () => (await inParallel(50, AT_ONCE, create)).includes(503),
      30_000,
    )
    stage.tally.expect(isNoticed, 'a full disk went unnoticed')
    rmSync(ballast)
    const isWell = await service.ready().then(
      () => true,
      () => false,
    )
    stage.tally.expect(isWell, 'the service does not recover from a full disk')
    const isUsable = await stage.until(async () => (await create()) === 201)
    stage.tally.expect(isUsable, 'nothing can be written after a full disk')
  }
  for (const id of ids) {
    const { status } = await client.send({ method: 'GET', path: `/api/v2/customer/${id}?api_key=${key}` })
    stage.tally.expect(status === 200, `an acknowledged customer is gone: ${status}`)
  }
  const ledger = await service.admin<{ ok: boolean }>(['ledger', 'verify'])
  stage.tally.expect(ledger.ok, 'the ledger is wrong after a full disk')
  await client.close()
}

/** Writes until nothing more fits. */
function fill(file: string): void {
  const block = Buffer.alloc(1024 * 1024)
  try {
    for (;;) appendFileSync(file, block)
  } catch {
    try {
      for (;;) appendFileSync(file, block.subarray(0, 4096))
    } catch {
      // Full to the last page.
    }
  }
}
