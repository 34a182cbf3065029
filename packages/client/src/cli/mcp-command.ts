import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { serveMcp } from '../mcp/serve-mcp.ts'
import { CONNECTION_OPTIONS, connect } from './connection.ts'
import type { Command } from './terminal.ts'

export const mcpCommand: Command = {
  summary: 'Serve the API to an assistant over the Model Context Protocol',
  usage: `counterfoil mcp [--allow-writes] [--allow-money] [--url URL] [--api-key KEY]

Speaks MCP on standard input and output. Only operations that read are offered; --allow-writes adds those that write,
but never payouts, refunds or bank accounts. --allow-money adds the payout and the refund, each of which asks for a
confirmation with its amount. Account numbers keep their last four digits. Give it a key of its own with the scope
"read", so that the service holds the same limit.`,
  async run(args, terminal) {
    const options = {
      ...CONNECTION_OPTIONS,
      'allow-writes': { type: 'boolean' },
      'allow-money': { type: 'boolean' },
    } as const
    const { values } = parseArgs({ args, options })
    const { send } = connect(values, terminal)
    const lines = createInterface({ input: terminal.input, signal: terminal.signal })
    const allowance = { writes: values['allow-writes'] ?? false, money: values['allow-money'] ?? false }
    await serveMcp(lines, { send, allowance, write: terminal.out })
    return 0
  },
}
