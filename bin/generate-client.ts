// `npm run client`: writes the parts of the client library that follow from the description of the API.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from '@/packages/client/codegen/generated-files'

for (const [path, text] of Object.entries(generatedFiles())) {
  writeFileSync(join(import.meta.dirname, '..', path), text)
  process.stdout.write(`${path}\n`)
}
