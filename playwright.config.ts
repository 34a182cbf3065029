import { defineConfig } from '@playwright/test'
import { findChromium } from './e2e/fixtures/chromium'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '{dashboard,buyer}/**/*.{test,spec}.ts',
  globalSetup: './e2e/fixtures/build.ts',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // No test is about an animation, and each costs the time that it takes.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: executablePath ? { executablePath } : {},
  },
})
