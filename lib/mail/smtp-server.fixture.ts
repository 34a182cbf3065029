import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import tls from 'node:tls'

/** The stand-in's reaction to one command: a reply, a closed connection, or no answer. */
type SmtpAnswer = string | 'drop' | 'silence'

/**
 * By command: `RCPT` comes before the mail's content, `CONTENT` after all of it. Content whose answer is
 * lost, by `drop` or `silence`, has been accepted.
 */
export type SmtpScript = Partial<
  Record<'EHLO' | 'HELO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'CONTENT', SmtpAnswer>
>

const USUAL: Required<SmtpScript> = {
  EHLO: '250-stand-in\r\n250-AUTH PLAIN\r\n250 8BITMIME',
  HELO: '250 stand-in',
  STARTTLS: '502 not here',
  AUTH: '235 signed in',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  CONTENT: '250 taken',
}

export type ReceivedMail = { from: string; to: string[]; content: string }

/** How the stand-in encrypts: from the first byte (smtps), or once it is asked to by STARTTLS. */
export type SmtpEncryption = { from: 'connection' | 'STARTTLS'; key: string; cert: string }

/** A local mail server that accepts everything, or follows a script mail by mail. In clear text unless it is told to encrypt. */
export class SmtpServer {
  readonly received: ReceivedMail[] = []
  private scripts: SmtpScript[] = []
  private readonly server: Server
  private readonly sockets = new Set<Socket>()

  constructor(private readonly encryption: SmtpEncryption | null = null) {
    const serve = (socket: Socket) => this.serve(socket)
    this.server =
      encryption?.from === 'connection' ? tls.createServer(encryption, serve) : createServer(serve)
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** By the name that the certificates of the tests have. */
  get urlByName(): string {
    const { from } = this.encryption ?? {}
    return this.url
      .replace('smtp:', from === 'connection' ? 'smtps:' : 'smtp:')
      .replace('127.0.0.1', 'localhost')
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
    this.talk(socket, { ...USUAL, ...this.scripts.shift() }, this.encryption?.from === 'STARTTLS')
    socket.write('220 stand-in\r\n')
  }

  /** `canEncrypt`: it offers STARTTLS, and goes on encrypted once it is asked. */
  private talk(socket: Socket, script: Required<SmtpScript>, canEncrypt: boolean): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    socket.on('error', () => socket.destroy())
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
      if (name === 'EHLO' && canEncrypt) return say(`250-STARTTLS\r\n${script.EHLO}`)
      if (name === 'STARTTLS' && canEncrypt && this.encryption) {
        socket.removeAllListeners('data')
        say('220 go on')
        const { key, cert } = this.encryption
        return this.talk(new tls.TLSSocket(socket, { isServer: true, key, cert }), script, false)
      }
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
  }
}

function addressIn(text: string): string {
  return /<([^>]*)>/.exec(text)?.[1] ?? ''
}
