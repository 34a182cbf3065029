import { beforeAll, describe } from 'vitest'
import { UNKNOWN_ID } from '../fixtures/formats'
import { type KeyOperation, testKeyRules } from '../fixtures/key-rules'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeAll(async () => {
  vendor = await freshVendor()
})

const OPERATIONS: Record<string, KeyOperation> = {
  'add a webhook endpoint': {
    method: 'POST',
    path: async () => '/api/v2/webhook-endpoints',
    body: { url: 'https://shop.example.com/hooks' },
    scope: 'webhooks',
    missingKey: [400, 'api_key is required'],
  },
  'list webhook endpoints': {
    method: 'GET',
    path: async () => '/api/v2/webhook-endpoints',
    scope: 'read',
    missingKey: [400, 'api_key parameter is required'],
  },
  'update a webhook endpoint': {
    method: 'PATCH',
    path: async () => `/api/v2/webhook-endpoints/${UNKNOWN_ID}`,
    scope: 'webhooks',
    missingKey: [400, 'api_key is required'],
  },
  'rotate the secret of a webhook endpoint': {
    method: 'POST',
    path: async () =>
      `/api/v2/webhook-endpoints/${(await vendor.post('/webhook-endpoints', { url: 'https://shop.example.com/hooks' })).body.webhook_endpoint.id}/rotate-secret`,
    scope: 'webhooks',
    missingKey: [400, 'api_key is required'],
  },
  'remove a webhook endpoint': {
    method: 'DELETE',
    path: async () => `/api/v2/webhook-endpoints/${UNKNOWN_ID}`,
    scope: 'webhooks',
    missingKey: [400, 'api_key is required'],
  },
}

describe.each(Object.entries(OPERATIONS))('%s', (_, operation) => testKeyRules(() => vendor, operation))
