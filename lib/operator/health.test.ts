import { afterEach, expect, test, vi } from 'vitest'
import { createRouter } from '@/lib/http/router'
import { serve } from '@/lib/http/serve'
import { log } from '@/lib/log'
import { health } from './api'

afterEach(() => vi.restoreAllMocks())

const ask = () =>
  serve(createRouter([health]), {
    method: 'GET',
    path: '/api/health',
    query: '',
    headers: new Headers(),
    clientAddress: null,
    readBody: async () => Buffer.alloc(0),
  })

test('health names the part that is not well', async () => {
  const { status, content } = await ask()
  expect(status).toBe(503)
  expect(JSON.parse(String(content))).toEqual({
    status: 'unavailable',
    database: 'ok',
    migrations: 'ok',
    worker: 'no worker is running',
  })
})

test('requests that monitors repeat every few seconds stay out of the usual log', async () => {
  const info = vi.spyOn(log, 'info')
  const debug = vi.spyOn(log, 'debug')
  await ask()
  expect(info).not.toHaveBeenCalled()
  expect(debug).toHaveBeenCalledWith(expect.objectContaining({ path: '/api/health', status: 503 }))
})
