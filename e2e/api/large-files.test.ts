import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { exchange } from '../fixtures/api-client'
import { freshVendor } from '../fixtures/vendor'

// lib/env reads the settings on import, which the vendor's fixture sets.
const { sessionCookie } = await import('../fixtures/browser-session')

/** A request beside a file may wait for it this long, on a machine that runs other tests too. */
const MAX_HEALTH_MS = 2000
const FILE_BYTES = 512 * 1024

const UNITS = [
  '"',
  '""',
  '" ',
  'a"',
  ',',
  '",',
  ';',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\\',
  '\u00a0',
  '\u0301\u0323',
  '\u200d',
  '😀',
  '\u202e',
  '\ufeff',
]

const OPERATIONS = {
  'customers/import/check': (file: string) => ({ file, mapping: null, existing: 'skip' }),
  'customers/import': (file: string) => ({
    id: randomUUID(),
    name: 'a.csv',
    file,
    mapping: null,
    existing: 'skip',
  }),
  'payout-batches': (file: string) => ({ name: 'a.csv', file }),
}

test.each(Object.entries(OPERATIONS))(
  'a file of any one character keeps nobody waiting, up to its full size: %s',
  async (path, bodyOf) => {
    const { email } = await freshVendor()
    const { name, value } = await sessionCookie(email, 'Mozilla/5.0')
    const headers = { cookie: `${name}=${value}` }
    for (const unit of UNITS) {
      for (const start of ['email,name\na', 'recipient,amount\n"']) {
        const file = start + unit.repeat(Math.floor((FILE_BYTES - start.length) / Buffer.byteLength(unit)))
        const upload = exchange({
          method: 'POST',
          path: `/api/dashboard/${path}?mode=test`,
          headers,
          body: JSON.stringify(bodyOf(file)),
        })
        let isDone = false
        void upload.finally(() => {
          isDone = true
        })
        while (!isDone) {
          const since = performance.now()
          expect((await exchange({ method: 'GET', path: '/api/health' })).status).toBe(200)
          expect(performance.now() - since, JSON.stringify(unit)).toBeLessThan(MAX_HEALTH_MS)
        }
        expect([200, 201, 400], JSON.stringify(unit)).toContain((await upload).status)
      }
    }
  },
)
