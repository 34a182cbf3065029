import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EndedSpan } from './span-exporter'

type Post = { path: string; headers: IncomingHttpHeaders; text: string; spans: EndedSpan[] }

/** A collector of traces that reads the JSON of OTLP, and holds what it gets to the format. */
export class Collector {
  readonly posts: Post[] = []
  /** The status of its answers. */
  status = 200

  private constructor(private readonly server: Server) {}

  /** On a free port, unless one is named. */
  static async start(port = 0): Promise<Collector> {
    const server = createServer()
    const collector = new Collector(server)
    server.on('request', async (request, response) => {
      const chunks = await request.toArray()
      const text = Buffer.concat(chunks).toString()
      const { url: path = '', headers } = request
      if (collector.status === 200) collector.posts.push({ path, headers, text, spans: spansOf(text) })
      response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return collector
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  get isRunning(): boolean {
    return this.server.listening
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get spans(): EndedSpan[] {
    return this.posts.flatMap(({ spans }) => spans)
  }

  /** The spans of one trace. */
  trace(traceId: string): EndedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId)
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }
}

/** The spans of a request; throws if it is not what OTLP says. */
function spansOf(text: string): EndedSpan[] {
  const { resourceSpans } = JSON.parse(text) as {
    resourceSpans: {
      resource: { attributes: EndedSpan['attributes'] }
      scopeSpans: { scope: { name: string }; spans: EndedSpan[] }[]
    }[]
  }
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    assert(resource.attributes.some(({ key }) => key === 'service.name'))
    return scopeSpans.flatMap(({ spans }) => spans.map(checked))
  })
}

function checked(span: EndedSpan): EndedSpan {
  assert.match(span.traceId, /^(?!0{32})[0-9a-f]{32}$/)
  assert.match(span.spanId, /^(?!0{16})[0-9a-f]{16}$/)
  if (span.parentSpanId !== undefined) assert.match(span.parentSpanId, /^(?!0{16})[0-9a-f]{16}$/)
  assert.notEqual(span.name, '')
  assert([1, 2, 3].includes(span.kind))
  assert(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))
  for (const { key, value } of span.attributes) {
    const [[type, content] = []] = Object.entries(value)
    assert(key !== '' && typeof content === 'string')
    assert(type === 'stringValue' || (type === 'intValue' && /^-?\d+$/.test(content)))
  }
  return span
}

/** The attributes of a span by name, as texts. */
export function attributesOf({ attributes }: EndedSpan): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as string]))
}
