import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A network link of the trial: what comes to its port goes to a program's, until it is cut and nothing gets through. */
export class Relay {
  private isCut = false
  private readonly sockets = new Set<Socket>()
  /** Run once the link works again. */
  private waiting: (() => void)[] = []

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (socket) => {
      this.keep(socket)
      this.whenWhole(() => this.join(socket))
    })
  }

  static async start(target: number): Promise<Relay> {
    const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Relay(server, target)
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** Neither side hears anything, not even that the other one is gone. */
  cut(): void {
    this.isCut = true
    for (const socket of this.sockets) socket.pause()
  }

  mend(): void {
    this.isCut = false
    for (const work of this.waiting.splice(0)) work()
    for (const socket of this.sockets) socket.resume()
  }

  stop(): void {
    this.server.close()
    for (const socket of this.sockets) socket.destroy()
  }

  private join(near: Socket): void {
    const far = connect(this.target, '127.0.0.1')
    this.keep(far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause()
      })
      to.on('drain', () => this.whenWhole(() => from.resume()))
      from.on('close', () => this.whenWhole(() => to.destroySoon()))
    }
    near.resume()
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket)
    socket.setNoDelay()
    socket.on('error', () => {})
    socket.on('close', () => this.sockets.delete(socket))
  }

  private whenWhole(work: () => void): void {
    if (this.isCut) this.waiting.push(work)
    else work()
  }
}
