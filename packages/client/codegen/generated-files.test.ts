import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from './generated-files.ts'

test.each(Object.entries(generatedFiles()))('%s is up to date', (path, text) => {
  const isUpToDate = readFileSync(path, 'utf8') === text
  expect(isUpToDate, `The API has changed. Run: npm run client, and commit ${path}`).toBe(true)
})
