/* Receivers of webhooks. Tests run each whose runtime is on the machine, against real deliveries. */

/** `verify.mjs`: for Node.js headers, which are a plain object, and for the Headers of fetch. */
export const VERIFY_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** True if the raw text \`body\` was signed with \`secret\` less than five minutes ago. */
export function isFromCounterfoil(secret, headers, body) {
  const header = (name) => (typeof headers.get === 'function' ? headers.get(name) : headers[name]) ?? ''
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return header('webhook-signature').split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`

/** `verify.py`. */
export const VERIFY_PYTHON = `import base64
import hashlib
import hmac
import time


def is_from_counterfoil(secret, headers, body):
    """Whether the bytes \`body\` were signed with \`secret\`, less than five minutes ago."""
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), each.encode()) for each in given)`

/** A whole receiver in Node.js, without packages. */
export const RECEIVER_NODE = `import { createServer } from 'node:http'
import { isFromCounterfoil } from './verify.mjs'

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString('utf8')
  if (!isFromCounterfoil(process.env.WEBHOOK_SECRET, request.headers, body)) {
    return response.writeHead(401).end()
  }
  const { invoice } = JSON.parse(body)
  console.log(request.headers['webhook-id'], invoice.id, invoice.status)
  response.writeHead(200).end()
})
server.listen(process.env.PORT ?? 4000, '127.0.0.1', () => {
  console.log(\`Waiting on http://localhost:\${server.address().port}\`)
})`

export const RECEIVER_EXPRESS = `import express from 'express'
import { isFromCounterfoil } from './verify.mjs'

const app = express()
// Before any express.json(): the signature is over the bytes as they came.
app.post('/hooks/counterfoil', express.raw({ type: '*/*' }), (request, response) => {
  const body = request.body.toString('utf8')
  if (!isFromCounterfoil(process.env.WEBHOOK_SECRET, request.headers, body)) return response.sendStatus(401)
  const { invoice } = JSON.parse(body)
  console.log(invoice.id, invoice.status)
  response.sendStatus(200)
})
const server = app.listen(process.env.PORT ?? 4000, '127.0.0.1', () => {
  console.log(\`Waiting on http://localhost:\${server.address().port}/hooks/counterfoil\`)
})`

/** `app/hooks/counterfoil/route.js`. */
export const RECEIVER_NEXT = `import { isFromCounterfoil } from './verify.mjs'

export async function POST(request) {
  const body = await request.text()
  if (!isFromCounterfoil(process.env.WEBHOOK_SECRET, request.headers, body)) {
    return new Response(null, { status: 401 })
  }
  const { invoice } = JSON.parse(body)
  console.log(invoice.id, invoice.status)
  return new Response(null, { status: 200 })
}`

export const RECEIVER_FLASK = `import os

from flask import Flask, request

from verify import is_from_counterfoil

app = Flask(__name__)


@app.post("/hooks/counterfoil")
def receive():
    body = request.get_data()  # the raw bytes, before request.json
    if not is_from_counterfoil(os.environ["WEBHOOK_SECRET"], request.headers, body):
        return "", 401
    invoice = request.get_json(force=True)["invoice"]
    print(invoice["id"], invoice["status"])
    return "", 200`
