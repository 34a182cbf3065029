// A shop with one product, on the client for Node.js. ../README.md says how to run it.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import {
  ApiError,
  Counterfoil,
  OutcomeUnknownError,
  verifyWebhook,
  WebhookVerificationError,
} from 'counterfoil'

const { COUNTERFOIL_API_KEY, COUNTERFOIL_URL, COUNTERFOIL_WEBHOOK_SECRET, PORT = '4000' } = process.env
const SHOP_URL = process.env.SHOP_URL ?? `http://localhost:${PORT}`
const ORDERS = 'data/orders'
/** A file for each paid invoice, by its id. What sends the goods would go through these. */
const PAID = 'data/paid'

const counterfoil = new Counterfoil({ apiKey: COUNTERFOIL_API_KEY, baseUrl: COUNTERFOIL_URL })
mkdirSync(ORDERS, { recursive: true })
mkdirSync(PAID, { recursive: true })

/**
 * Gives an order its invoice. Every call sends the same requests under the same key, so that it can be called again
 * whenever the outcome of the one before is unknown: there is one invoice at most.
 */
async function openInvoice(order) {
  const { customer } = await counterfoil.customers.saveByExternalId(order.email, {
    name: order.email,
    email: order.email,
  })
  const { invoice } = await counterfoil.invoices.create(
    {
      customer_id: customer.id,
      items: [{ title: 'Honey, 500 g', qty: 1, price: '12.50' }],
      reference: order.id,
      redirect_url: `${SHOP_URL}/orders/${order.id}`,
      webhook_url: `${SHOP_URL}/webhooks`,
    },
    { idempotencyKey: `order-${order.id}` },
  )
  save({ ...order, invoiceId: invoice.id, paymentLink: invoice.payment_link })
  return invoice.payment_link
}

async function createOrder(email) {
  const order = { id: randomUUID(), email }
  // Written before the first request: after a crash, the order still knows its key.
  save(order)
  try {
    return redirect(await openInvoice(order))
  } catch (error) {
    if (error instanceof ApiError) return page(422, escaped(error.message))
    if (error instanceof OutcomeUnknownError) return redirect(`/orders/${order.id}`)
    throw error
  }
}

async function showOrder(id) {
  const order = /^[0-9a-f-]{36}$/.test(id) ? find(id) : null
  if (!order) return page(404, 'There is no such order')
  if (!order.invoiceId) {
    try {
      return redirect(await openInvoice(order))
    } catch (error) {
      if (error instanceof ApiError) return page(422, escaped(error.message))
      if (error instanceof OutcomeUnknownError)
        return page(503, 'Your order is being prepared: reload in a moment')
      throw error
    }
  }
  if (existsSync(`${PAID}/${order.invoiceId}`)) return page(200, 'Paid. Thank you!')
  return page(200, `<a href="${order.paymentLink}">Pay your order</a>`)
}

async function receiveWebhook(headers, payload) {
  try {
    const { body } = await verifyWebhook({ payload, headers, secret: COUNTERFOIL_WEBHOOK_SECRET })
    if (body.invoice?.status === 'Paid') fulfil(body.invoice.id)
    // What is new to this program gets 200 too: there is nothing more to do.
    return { status: 200 }
  } catch (error) {
    if (error instanceof WebhookVerificationError) return page(400, error.message)
    throw error
  }
}

/** Webhooks arrive more than once. Only one of them makes the file. */
function fulfil(invoiceId) {
  try {
    writeFileSync(`${PAID}/${invoiceId}`, '', { flag: 'wx' })
  } catch (error) {
    if (error.code === 'EEXIST') return
    throw error
  }
  console.log(`Ship ${invoiceId}`)
}

function save(order) {
  const path = `${ORDERS}/${order.id}.json`
  writeFileSync(`${path}.new`, JSON.stringify(order))
  renameSync(`${path}.new`, path)
}

function find(id) {
  const path = `${ORDERS}/${id}.json`
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

function page(status, text) {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: `<p>${text}</p>\n` }
}

function escaped(text) {
  return text.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

function redirect(location) {
  return { status: 303, headers: { Location: location } }
}

const FORM =
  '<form method="post" action="/orders">Honey, $12.50. Email: <input name="email"> <button>Buy</button></form>'

async function answer({ method, url, headers }, body) {
  const { pathname } = new URL(url, SHOP_URL)
  if (method === 'POST' && pathname === '/webhooks') return receiveWebhook(headers, body)
  if (method === 'POST' && pathname === '/orders')
    return createOrder(new URLSearchParams(body.toString()).get('email') ?? '')
  if (pathname.startsWith('/orders/')) return showOrder(pathname.slice('/orders/'.length))
  return page(200, FORM)
}

const server = createServer(async (request, response) => {
  try {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { status, headers, body } = await answer(request, Buffer.concat(chunks))
    response.writeHead(status, headers).end(body)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is open at ${SHOP_URL}`))
