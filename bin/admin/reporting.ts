import { connectionPool } from '@/lib/db/client'
import { embeddedUrl } from '@/lib/db/embedded'
import { grantReporting, ReportingRoleError, revokeReporting } from '@/lib/db/reporting-role'
import { env } from '@/lib/env'
import { joinRunningService, NotRunningError } from '../settings'
import { type Commands, recordInstanceEvent, UsageError } from './command'

const ROLE_CHARACTERS = 63

export const reportingCommands: Commands<'reporting'> = {
  'reporting grant': {
    isAlone: true,
    async run(flags) {
      const role = roleFlag(flags)
      const owner = await joinAsOwner()
      const { password } = await plainly(() => grantReporting(owner, role))
      await recordInstanceEvent(connectionPool(), flags, { action: 'reporting.granted', detail: role })
      return {
        output: {
          role,
          created: password !== null,
          ...(password ? { url: urlOf(owner, role, password) } : {}),
        },
      }
    },
  },
  'reporting revoke': {
    isAlone: true,
    async run(flags) {
      const role = roleFlag(flags)
      const owner = await joinAsOwner()
      const { removed } = await plainly(() => revokeReporting(owner, role))
      await recordInstanceEvent(connectionPool(), flags, { action: 'reporting.revoked', detail: role })
      return { output: { role, removed } }
    },
  },
}

function roleFlag({ role = '' }: Record<string, string>): string {
  if (/^[a-z_][a-z0-9_]*$/.test(role) && role.length <= ROLE_CHARACTERS && !role.startsWith('pg_'))
    return role
  throw new UsageError(
    `--role must be up to ${ROLE_CHARACTERS} small letters, digits and underscores, and not begin with pg_`,
  )
}

/** Only the owner of the tables gives rights to them; the service's own role can't. */
async function joinAsOwner(): Promise<string> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR } = env
  const owner = DATABASE_URL ? (DATABASE_OWNER_URL ?? DATABASE_URL) : await embeddedUrl(DATA_DIR)
  await joinRunningService()
  if (!owner) throw new NotRunningError('The service is not running')
  return owner
}

function urlOf(owner: string, role: string, password: string): string {
  return Object.assign(new URL(owner), { username: role, password }).href
}

async function plainly<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw error instanceof ReportingRoleError ? new UsageError(error.message) : error
  })
}
