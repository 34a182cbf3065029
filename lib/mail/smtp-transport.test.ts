import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOCALHOST_CERTIFICATE, OTHER_CERTIFICATE, TEST_KEY } from './certificates.fixture'
import type { OutgoingMail } from './send-mail'
import { type SmtpScript, SmtpServer } from './smtp-server.fixture'
import { checkMailServer, createSmtpTransport, requiresEncryption } from './smtp-transport'

const server = new SmtpServer()
const FROM = { name: 'Counterfoil', address: 'billing@pay.example' }
const TIMEOUT_MS = 5000

const MAIL: OutgoingMail = {
  id: '0193a0a0-0000-7000-8000-000000000001',
  createdAt: new Date('2026-11-21T10:00:00Z'),
  recipient: 'ada@example.com',
  senderName: 'Corner Bakery',
  replyTo: 'owner@bakery.example',
  subject: 'Invoice from Corner Bakery: $100.00',
  text: 'Please pay.\n',
  html: '<p>Please pay.</p>',
  logo: null,
  attachments: [],
}

beforeEach(async () => {
  await server.start()
  server.received.length = 0
})
afterEach(() => server.stop())

const send = (mail: Partial<OutgoingMail> = {}, timeoutMs = TIMEOUT_MS) =>
  createSmtpTransport(server.url, FROM)({ ...MAIL, ...mail }, timeoutMs)

/** The unfolded headers of the received mail: lower-case name, and value. */
function headers(): [name: string, value: string][] {
  const [head = ''] = (server.received[0]?.content ?? '').split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return lines.map((line) => {
    const [name = '', value = ''] = line.split(/: (.*)/s)
    return [name.toLowerCase(), value]
  })
}

const header = (name: string) => headers().flatMap(([each, value]) => (each === name ? [value] : []))

describe('an accepted mail', () => {
  test('is sent, once, to its one recipient, in the vendor’s name from our address', async () => {
    expect(await send()).toEqual({ kind: 'sent' })
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toMatchObject({ from: 'billing@pay.example', to: ['ada@example.com'] })
    expect(header('from')).toEqual(['Corner Bakery <billing@pay.example>'])
    expect(header('to')).toEqual(['ada@example.com'])
    expect(header('reply-to')).toEqual(['Corner Bakery <owner@bakery.example>'])
    expect(header('subject')).toEqual([MAIL.subject])
  })

  test('brings its logo for the HTML, and its documents beside it', async () => {
    const logo = new Uint8Array([1, 2, 3])
    const pdf = {
      filename: 'invoice-INV-0001.pdf',
      contentType: 'application/pdf',
      content: new Uint8Array([4, 5]),
    }
    const html = '<img src="cid:logo">'
    expect(await send({ html, logo, attachments: [pdf] })).toEqual({ kind: 'sent' })
    const content = server.received[0]?.content ?? ''
    expect(header('content-type')[0]).toMatch(/^multipart\/mixed/)
    expect(content).toContain('Content-Id: <logo>'.replace('Id', 'ID'))
    expect(content).toContain('Content-Disposition: attachment; filename=invoice-INV-0001.pdf')
    expect(content).toContain(Buffer.from(logo).toString('base64'))
    expect(content).toContain(Buffer.from(pdf.content).toString('base64'))
  })

  test('has text and HTML, and is marked as automatic', async () => {
    await send()
    const content = server.received[0]?.content ?? ''
    expect(header('content-type')[0]).toMatch(/^multipart\/alternative/)
    expect(content).toContain('Please pay.')
    expect(content).toContain('<p>Please pay.</p>')
    expect(header('auto-submitted')).toEqual(['auto-generated'])
  })

  test('has the same Message-ID and date at every attempt', async () => {
    server.play({ CONTENT: 'drop' })
    expect(await send()).toMatchObject({ kind: 'failed' })
    expect(await send()).toEqual({ kind: 'sent' })
    expect(server.received).toHaveLength(2)
    for (const { content } of server.received) {
      expect(content).toContain(`Message-ID: <${MAIL.id}@pay.example>\r\n`)
      expect(content).toContain('Date: Sat, 21 Nov 2026 10:00:00 +0000\r\n')
    }
  })

  test('is from the service by its own name if no vendor sends it', async () => {
    await send({ senderName: null, replyTo: null })
    expect(header('from')).toEqual(['Counterfoil <billing@pay.example>'])
    expect(header('reply-to')).toEqual([])
  })

  test('keeps its content in every script', async () => {
    await send({
      subject: 'فاتورة من مخبز: ‏100.00 US$',
      senderName: 'Bäckerei',
      text: 'ادفع الآن',
      html: '<p>é</p>',
    })
    expect(header('subject')[0]).toMatch(/^=\?UTF-8\?[BQ]\?/)
    expect(header('from')[0]).toMatch(/^=\?UTF-8\?Q\?B=C3=A4ckerei\?= <billing@pay\.example>$/)
  })
})

describe('header injection', () => {
  test.each([
    ['subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['name', { senderName: 'Eve\r\nBcc: eve@example.com' }],
    ['name with an address', { senderName: 'Eve <eve@example.com>, Bob' }],
    ['address for replies', { replyTo: 'a@example.com\r\nBcc: eve@example.com' }],
    ['recipient', { recipient: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['list of recipients', { recipient: 'ada@example.com, eve@example.com' }],
  ])('in a %s adds neither a header nor a recipient', async (_what, mail) => {
    await send(mail)
    expect(header('bcc')).toEqual([])
    expect(header('cc')).toEqual([])
    expect(header('from').length).toBeLessThanOrEqual(1)
    for (const { to } of server.received) expect(to).not.toContain('eve@example.com')
  })
})

describe('a mail that the server does not accept', () => {
  test.each<[string, SmtpScript, RegExp]>([
    ['the recipient', { RCPT: '550 no such user' }, /550 no such user/],
    ['the content', { CONTENT: '554 looks like spam' }, /554 looks like spam/],
  ])('for good, because of %s, is refused in the server’s words', async (_what, script, words) => {
    server.play(script)
    expect(await send()).toEqual({ kind: 'refused', message: expect.stringMatching(words) })
    expect(server.received).toHaveLength(0)
  })

  test.each<[string, SmtpScript]>([
    ['the recipient is asked to wait', { RCPT: '451 greylisted' }],
    ['the content can’t be kept now', { CONTENT: '452 out of space' }],
    ['the server is busy', { MAIL: '421 too many connections' }],
    // The operator can fix our own setup, and then the mail goes out.
    ['our sender is refused', { MAIL: '550 not your domain' }],
    ['the connection breaks before the content', { DATA: 'drop' }],
    ['the connection breaks at the greeting', { EHLO: 'drop' }],
  ])('because %s is retried', async (_what, script) => {
    server.play(script)
    expect(await send()).toMatchObject({ kind: 'failed', message: expect.stringMatching(/./) })
    expect(server.received).toHaveLength(0)
  })

  test('within an attempt’s time limit is retried', async () => {
    server.play({ RCPT: 'silence' })
    expect(await send({}, 200)).toEqual({ kind: 'failed', message: 'no complete answer within 0.2 s' })
  })

  test('because there is no server is retried', async () => {
    const url = server.url
    await server.stop()
    const transport = createSmtpTransport(url, FROM)
    expect(await transport(MAIL, TIMEOUT_MS)).toMatchObject({ kind: 'failed' })
    await server.start()
  })

  test('because of our sign-in is retried, and nothing of the sign-in is recorded', async () => {
    server.play({ AUTH: '535 AGhlbGxvAGh1bnRlcjI= is wrong' })
    const transport = createSmtpTransport(server.url.replace('//', '//hello:hunter2@'), FROM)
    expect(await transport(MAIL, TIMEOUT_MS)).toEqual({
      kind: 'failed',
      message: 'the mail server refused the sign-in',
    })
  })
})

describe('the check of a mail server', () => {
  test('succeeds if the server lets us in, and sends nothing', async () => {
    expect(await checkMailServer(server.url.replace('//', '//hello:hunter2@'), TIMEOUT_MS)).toBeNull()
    expect(server.received).toHaveLength(0)
  })

  test('reports a refused sign-in', async () => {
    server.play({ AUTH: '535 wrong' })
    const url = server.url.replace('//', '//hello:hunter2@')
    expect(await checkMailServer(url, TIMEOUT_MS)).toBe('the mail server refused the sign-in')
  })

  test('times out if there is no answer', async () => {
    server.play({ EHLO: 'silence' })
    expect(await checkMailServer(server.url, 100)).toMatch(/./)
  })
})

describe.each([
  ['from the first byte', 'connection'],
  ['by STARTTLS', 'STARTTLS'],
] as const)('a mail server that encrypts %s', (_how, from) => {
  const sendTo = async (cert: string, trusted: string | null) => {
    const encrypted = new SmtpServer({ from, key: TEST_KEY, cert })
    await encrypted.start()
    try {
      const trust = trusted === null ? '' : `?tls.ca=${encodeURIComponent(trusted)}`
      // With a sign-in: it must not be said to a stranger either.
      const url = `${encrypted.urlByName.replace('//', '//hello:hunter2@')}${trust}`
      const check = await checkMailServer(url, TIMEOUT_MS)
      const result = await createSmtpTransport(url, FROM)(MAIL, TIMEOUT_MS)
      return { result, check, received: encrypted.received.length }
    } finally {
      await encrypted.stop()
    }
  }

  test('gets mail if its certificate is trusted and has its name', async () => {
    expect(await sendTo(LOCALHOST_CERTIFICATE, LOCALHOST_CERTIFICATE)).toEqual({
      result: { kind: 'sent' },
      check: null,
      received: 1,
    })
  })

  test.each([
    ['nobody trusts', LOCALHOST_CERTIFICATE, null, /self-signed certificate/],
    ['is for another name', OTHER_CERTIFICATE, OTHER_CERTIFICATE, /does not match certificate/],
  ])('gets none if its certificate %s, and the mail is retried', async (_why, cert, trusted, words) => {
    expect(await sendTo(cert, trusted)).toEqual({
      result: { kind: 'failed', message: expect.stringMatching(words) },
      check: expect.stringMatching(words),
      received: 0,
    })
  })
})

describe('encryption', () => {
  test.each([
    ['smtps://mail.example.com', true],
    ['smtps://localhost', true],
    ['smtp://mail.example.com', true],
    ['smtp://user:password@mail.example.com:587', true],
    ['smtp://192.168.1.7:25', true],
    ['smtp://localhost.example.com', true],
    ['smtp://mail.example.com?requireTLS=true', true],
    ['smtp://mail.example.com?ignoreTLS=true', true],
    ['smtp://mail.example.com?requireTLS=false', false],
    ['smtp://localhost:1025', false],
    ['smtp://127.0.0.1:1025', false],
    ['smtp://[::1]:1025', false],
  ])('for %s is required: %s', (url, isRequired) => {
    expect(requiresEncryption(url)).toBe(isRequired)
  })

  test('that is required and not offered sends nothing, and says so', async () => {
    const message = 'the mail server offers no encryption by STARTTLS'
    const url = `${server.url}?requireTLS=true`
    expect(await createSmtpTransport(url, FROM)(MAIL, TIMEOUT_MS)).toEqual({ kind: 'failed', message })
    expect(await checkMailServer(url, TIMEOUT_MS)).toBe(message)
    expect(server.received).toHaveLength(0)
  })
})
