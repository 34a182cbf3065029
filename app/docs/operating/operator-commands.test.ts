import { expect, test } from 'vitest'
import { invoiceCommands } from '@/bin/admin/invoice'
import { keyCommands } from '@/bin/admin/key'
import { ledgerCommands } from '@/bin/admin/ledger'
import { mailCommands } from '@/bin/admin/mail'
import { payoutCommands } from '@/bin/admin/payout'
import { providerCommands } from '@/bin/admin/providers'
import { vendorCommands } from '@/bin/admin/vendor'
import { walletCommands } from '@/bin/admin/wallet'
import { OPERATOR_COMMANDS } from './operator-commands'

test('exactly the commands that there are are documented, with their flags', () => {
  const commands = {
    ...vendorCommands,
    ...keyCommands,
    ...walletCommands,
    ...invoiceCommands,
    ...payoutCommands,
    ...ledgerCommands,
    ...mailCommands,
    ...providerCommands,
  }
  const documented = OPERATOR_COMMANDS.map(({ name, required, optional }) => ({ name, required, optional }))
  const known = Object.entries(commands).map(([name, { required, optional }]) => ({
    name,
    required,
    optional,
  }))
  expect(documented).toEqual(known)
})
