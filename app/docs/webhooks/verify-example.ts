/** How a Node.js receiver verifies a webhook. A test runs it against real deliveries. */
export const VERIFY_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether the text \`body\` was signed with \`secret\`, less than five minutes ago. */
export function isFromCounterfoil(secret, headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`
