// Compiles the package into dist, in a clone where nothing is installed yet too: `npm pack` runs it first.
import { join } from 'node:path'
import { compileClient } from '../../bin/pack-clients.mjs'
import { install, run } from '../../bin/prepare.mjs'

await install()
await compileClient(join(import.meta.dirname, 'dist'), run)
