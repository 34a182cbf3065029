import { readFileSync } from 'node:fs'
import { describeV2 } from '@/lib/api/v2'
import { clientModel, type Description } from './model.ts'
import { operationsSource } from './operation-table.ts'
import { pythonSource } from './python.ts'
import { apiSource, errorsSource } from './typescript.ts'

const FOLDER = 'packages/client/src/generated'
const PYTHON = 'packages/python/counterfoil/__init__.py'

/** The files that `npm run client` writes: their text by path. */
export function generatedFiles(): Record<string, string> {
  const model = clientModel(describeV2() as unknown as Description)
  return {
    [`${FOLDER}/api.ts`]: apiSource(model),
    [`${FOLDER}/errors.ts`]: errorsSource(model),
    [`${FOLDER}/operations.ts`]: operationsSource(model),
    [PYTHON]: pythonSource(readFileSync(PYTHON, 'utf8'), model),
  }
}
