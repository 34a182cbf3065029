import { expect, test } from 'vitest'
import { auditCommands } from '@/bin/admin/audit'
import { backupCommands } from '@/bin/admin/backup'
import { invoiceCommands } from '@/bin/admin/invoice'
import { keyCommands } from '@/bin/admin/key'
import { ledgerCommands } from '@/bin/admin/ledger'
import { mailCommands } from '@/bin/admin/mail'
import { payoutCommands } from '@/bin/admin/payout'
import { providerCommands } from '@/bin/admin/providers'
import { secretKeyCommands } from '@/bin/admin/secret-key'
import { vendorCommands } from '@/bin/admin/vendor'
import { walletCommands } from '@/bin/admin/wallet'
import { OPERATOR_COMMANDS } from './operator-commands'

test('every operator command is documented with its flags, and nothing else is', () => {
  const commands = {
    ...vendorCommands,
    ...keyCommands,
    ...walletCommands,
    ...invoiceCommands,
    ...payoutCommands,
    ...ledgerCommands,
    ...auditCommands,
    ...mailCommands,
    ...secretKeyCommands,
    ...backupCommands,
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
