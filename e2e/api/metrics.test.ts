import { expect, test } from 'vitest'
import { apiService, BASE_URL } from '../fixtures/api-client'

async function scrape(): Promise<string> {
  const authorization = `Bearer ${apiService.settings.METRICS_TOKEN}`
  const response = await fetch(`${BASE_URL}/api/metrics`, { headers: { authorization } })
  expect(response.status).toBe(200)
  return response.text()
}

test('one answer has the metrics of every process, with pages and operations', async () => {
  expect((await fetch(`${BASE_URL}/api/metrics`)).status).toBe(404)
  await (await fetch(`${BASE_URL}/sign-in`)).text()
  await fetch(`${BASE_URL}/api/v2/invoice/none`)
  // A page is counted once its last byte is sent.
  const page = /^counterfoil_http_requests_total\{method="GET",path="page",status="200",process="web-/m
  await expect.poll(scrape).toMatch(page)
  const text = await scrape()
  expect(text).toMatch(/path="\/api\/v2\/invoice\/\{invoice_id\}",status="4/)
  expect(text).toMatch(/^counterfoil_workers [1-9]/m)
  expect(text).toMatch(/^counterfoil_database_connections\{state="idle",process="worker-/m)
})
