import { randomBytes } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import { SERVICE_TESTS, sortUnitTests } from './e2e/fixtures/unit-tests.ts'

const unitTests = sortUnitTests()
const env = {
  SECRET_KEY: randomBytes(32).toString('hex'),
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
}

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    // The code waits for real databases and processes, which a busy machine slows down.
    testTimeout: 30_000,
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
          testTimeout: 60_000,
          setupFiles: ['e2e/fixtures/fresh-modules.ts'],
          isolate: false,
        },
      },
    ],
  },
})
