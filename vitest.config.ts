import { randomBytes } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SERVICE_TESTS, sortUnitTests } from './e2e/fixtures/unit-tests.ts'

const IN_MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 4 * 2 ** 30

// What the tests write ends with them, and a database that starts or is copied writes hundreds of files.
if (freeBytes() > MIN_FREE_BYTES) process.env.TMPDIR = IN_MEMORY

const unitTests = sortUnitTests()
const env = {
  SECRET_KEY: randomBytes(32).toString('hex'),
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
}

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    // The code waits for real databases and processes, which a busy machine slows down.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: unitTests.pure,
          env,
          setupFiles: ['e2e/fixtures/fresh-modules.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: unitTests.database,
          globalSetup: ['e2e/fixtures/database-server.ts'],
          env,
          setupFiles: ['e2e/fixtures/fresh-modules.ts', 'e2e/fixtures/database.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/api/**/*.test.ts', ...SERVICE_TESTS],
          globalSetup: ['e2e/fixtures/build.ts', 'e2e/fixtures/api-service.ts'],
          testTimeout: 120_000,
          setupFiles: ['e2e/fixtures/fresh-modules.ts'],
          isolate: false,
        },
      },
    ],
  },
})

/** What fits into memory as files. */
function freeBytes(): number {
  if (!existsSync(IN_MEMORY)) return 0
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, freemem())
}
