import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    // The code waits for real databases and processes, which a busy machine slows down.
    testTimeout: 30_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{lib,prisma,bin,app,components}/**/*.test.{ts,tsx}'],
          globalSetup: ['e2e/fixtures/database-server.ts'],
          setupFiles: ['e2e/fixtures/database.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/api/**/*.test.ts'],
          globalSetup: ['e2e/fixtures/build.ts', 'e2e/fixtures/api-service.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
