import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, type Proxies } from './client-address'

export interface ConnectionLimits {
  /** How long a connection may be silent without a request under way, or with an answer that its client doesn't read. */
  idleMs: number
  /** Open connections of this process; the system closes further ones at once. */
  connections: number
  /** Those of one client address, and of one network of IPv6 (/64), whose addresses are all one client's. */
  connectionsPerAddress: number
}

/**
 * The open connections of a process. Each has a time-out, whatever became of it, and no client has more than its share:
 * connections that pile up would keep everybody else out.
 */
export class Connections {
  private readonly countByNetwork = new Map<string, number>()
  private lastMoveMs = performance.now()
  count = 0

  constructor(
    private readonly limits: ConnectionLimits,
    /** They bring the connections of many clients. */
    private readonly proxies: Proxies,
    /** Answers under way. */
    private readonly running: ReadonlySet<ServerResponse>,
  ) {}

  watch(server: Server): void {
    const { connections, idleMs } = this.limits
    server.maxConnections = connections
    server.keepAliveTimeout = idleMs
    // Unlike Node.js's other limits, it also holds while an answer is sent.
    server.timeout = idleMs
    // Without a listener every socket would be closed, with its answer under way.
    server.on('timeout', () => {})
    server.on('connection', (socket) => this.admit(socket))
    server.on('request', (_, response: ServerResponse) => response.once('finish', () => this.moved()))
  }

  /**
   * True if new clients are turned away, and for longer than any silent connection lasts none has ended and none got an
   * answer. Clients alone can't bring that about: whatever holds the connections is ours.
   */
  isStuck(): boolean {
    const { connections, idleMs } = this.limits
    return this.count >= connections && performance.now() - this.lastMoveMs > 2 * idleMs
  }

  private admit(socket: Socket): void {
    this.count += 1
    const network = networkOf(socket.remoteAddress, this.proxies)
    const ofNetwork = network === null ? 0 : this.add(network, 1)
    socket.once('close', () => {
      this.count -= 1
      this.moved()
      if (network !== null) this.add(network, -1)
    })
    // On the socket, since the server forgets one that a listener of `upgrade` takes over.
    socket.on('timeout', () => {
      if (this.isWaitingForUs(socket)) socket.setTimeout(this.limits.idleMs)
      else socket.destroy()
    })
    if (ofNetwork > this.limits.connectionsPerAddress) socket.destroy()
  }

  private add(network: string, change: 1 | -1): number {
    const count = (this.countByNetwork.get(network) ?? 0) + change
    if (count === 0) this.countByNetwork.delete(network)
    else this.countByNetwork.set(network, count)
    return count
  }

  private moved(): void {
    this.lastMoveMs = performance.now()
  }

  /** The client has all that there is to read, and its answer is not finished: a slow page, a request for the next event. */
  private isWaitingForUs(socket: Socket): boolean {
    if (socket.writableLength > 0) return false
    for (const response of this.running) if (response.socket === socket) return true
    return false
  }
}
