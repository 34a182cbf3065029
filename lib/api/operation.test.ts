import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { DomainError } from '@/lib/errors'
import type { FileAnswer } from '@/lib/http/operation'
import { operation } from './operation'

const FILE: FileAnswer = {
  status: 200,
  content: 'a,b\r\n',
  contentType: 'text/csv; charset=utf-8',
  filename: 'list.csv',
  disposition: 'attachment',
}

function ask(answer: FileAnswer, method = 'GET'): Promise<Response> {
  const request = new Request('http://localhost:3000/api/file', { method })
  return operation('/api/file', async () => answer)(request)
}

describe('an answer that is a file', () => {
  it('comes as it is, under its type and name, and is kept by no cache', async () => {
    const response = await ask(FILE)
    expect(await response.text()).toBe('a,b\r\n')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="list.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
  })

  it('has a name that stays inside its header and names no folder', async () => {
    const { headers } = await ask({ ...FILE, filename: '../a"; filename="b\r\nc é.csv' })
    expect(headers.get('content-disposition')).toBe('attachment; filename="..-a-filename-b-c-.csv"')
  })

  it('is not read where only its head is asked for', async () => {
    const content = Readable.from(['a'])
    const response = await ask({ ...FILE, content }, 'HEAD')
    expect(response.body).toBeNull()
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(content.destroyed).toBe(true)
  })

  it('is refused as JSON like everything else', async () => {
    const refuse = operation('/api/file', async (): Promise<FileAnswer> => {
      throw new DomainError('invoice_not_found')
    })
    const response = await refuse(new Request('http://localhost:3000/api/file'))
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ error: 'Invoice not found' })
  })
})
