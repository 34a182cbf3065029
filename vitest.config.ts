import { defineConfig } from 'vitest/config'
import { sortUnitTests } from './e2e/fixtures/unit-tests'

const unitTests = sortUnitTests()

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
          setupFiles: ['e2e/fixtures/settings.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: unitTests.database,
          globalSetup: ['e2e/fixtures/database-server.ts'],
          setupFiles: ['e2e/fixtures/settings.ts', 'e2e/fixtures/database.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/api/**/*.test.ts'],
          globalSetup: ['e2e/fixtures/build.ts', 'e2e/fixtures/api-service.ts'],
          testTimeout: 60_000,
          // The files share one service, and some of its operator commands work on all of its rows.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
