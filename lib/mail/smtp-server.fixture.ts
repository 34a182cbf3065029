import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The stand-in's reaction to one command: a reply, a closed connection, or no answer. */
type SmtpAnswer = string | 'drop' | 'silence'

/**
 * By command: `RCPT` comes before the mail's content, `CONTENT` after all of it. Content whose answer is
 * lost, by `drop` or `silence`, has been accepted.
 */
export type SmtpScript = Partial<
  Record<'EHLO' | 'HELO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'CONTENT', SmtpAnswer>
>

const USUAL: Required<SmtpScript> = {
  EHLO: '250-stand-in\r\n250-AUTH PLAIN\r\n250 8BITMIME',
  HELO: '250 stand-in',
  AUTH: '235 signed in',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  CONTENT: '250 taken',
}

export type ReceivedMail = { from: string; to: string[]; content: string }

/** A local mail server that accepts everything, or follows a script mail by mail. */
export class SmtpServer {
  readonly received: ReceivedMail[] = []
  private scripts: SmtpScript[] = []
  private readonly server = createServer((socket) => this.serve(socket))
  private readonly sockets = new Set<Socket>()

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Scripts for the next connections, in turn; later ones succeed. */
  play(...scripts: SmtpScript[]): void {
    this.scripts = scripts
  }

  /** True once every script has its connection. */
  get hasPlayed(): boolean {
    return this.scripts.length === 0
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
    await once(this.server, 'close')
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const script = { ...USUAL, ...this.scripts.shift() }
    const mail: ReceivedMail = { from: '', to: [], content: '' }
    let text = ''
    let isContent = false
    const say = (answer: SmtpAnswer) => {
      if (answer === 'drop') socket.destroy()
      else if (answer !== 'silence') socket.write(`${answer}\r\n`)
    }
    const take = (line: string) => {
      const [command = '', rest = ''] = line.split(/[ :](.*)/s)
      const name = command.toUpperCase()
      if (name === 'QUIT') return socket.end('221 bye\r\n')
      if (name === 'MAIL') mail.from = addressIn(rest)
      if (name === 'RCPT' && script.RCPT.startsWith('2')) mail.to.push(addressIn(rest))
      if (name === 'DATA') isContent = script.DATA.startsWith('3')
      return say(script[name as keyof SmtpScript] ?? '250 ok')
    }
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (;;) {
        const end = isContent ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
        if (end < 0) return
        const part = text.slice(0, end)
        text = text.slice(end + (isContent ? 5 : 2))
        if (!isContent) take(part)
        else {
          isContent = false
          // Stored even if the answer is lost: the server has it then.
          if (['drop', 'silence'].includes(script.CONTENT) || script.CONTENT.startsWith('2')) {
            this.received.push({ ...mail, content: Buffer.from(part, 'latin1').toString('utf8') })
          }
          say(script.CONTENT)
        }
      }
    })
    socket.write('220 stand-in\r\n')
  }
}

function addressIn(text: string): string {
  return /<([^>]*)>/.exec(text)?.[1] ?? ''
}
