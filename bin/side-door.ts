import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * The way by which the supervisor asks a web process whether it still accepts connections and answers requests. It has a
 * port of its own on this machine: clients who take all connections of the service then don't look like a process that
 * has to be replaced, and with several processes on one port each can be asked.
 */

/** The message that tells the supervisor where to ask. */
type SideDoor = { sideDoorPort: number }

/** Answers the supervisor, with 503 if clients are not answered any more. */
export async function openSideDoor(isReachable: () => boolean): Promise<void> {
  if (!process.send) return
  const server = createServer((_, response) => {
    response.writeHead(isReachable() ? 204 : 503, { Connection: 'close' }).end()
  })
  // Exclusive: processes that share the service's port would share this one too.
  server.listen({ port: 0, host: '127.0.0.1', exclusive: true })
  await once(server, 'listening')
  server.unref()
  const message: SideDoor = { sideDoorPort: (server.address() as AddressInfo).port }
  process.send(message)
}

/** The port that a process's message names; null for any other message. */
export function sideDoorOf(message: unknown): number | null {
  const { sideDoorPort } = (message ?? {}) as Partial<SideDoor>
  return sideDoorPort ?? null
}

/** True if the process accepts a new connection and answers that clients can reach it. */
export function isAnsweredAt(port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', agent: false, signal: AbortSignal.timeout(timeoutMs) })
    request.on('error', () => resolve(false))
    request.on('response', (response) => resolve(response.resume().statusCode === 204))
  })
}
