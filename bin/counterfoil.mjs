#!/usr/bin/env node
// `npx counterfoil COMMAND` in this folder: the command line of packages/client, from its sources.
import { install, isInstalled } from './prepare.mjs'

if (!isInstalled()) await install()
const { register } = await import('tsx/esm/api')
register()
await import('../packages/client/src/cli/main.ts')
