import { createHmac } from 'node:crypto'
import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg'

/** The service's role on the embedded server; lib/db/service-role.ts says what it may do. */
export const SERVICE_ROLE = 'counterfoil_service'

/** The password of the service's role on the embedded server: the owner's can't be told from it. */
export function servicePassword(ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(SERVICE_ROLE).digest('hex')
}

/** Creates the service's role on the embedded server, or takes back what somebody has allowed it since. */
export async function ensureServiceRole(owner: ClientBase, ownerPassword: string): Promise<void> {
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [SERVICE_ROLE])
  await owner.query(
    `${rowCount ? 'ALTER' : 'CREATE'} ROLE ${SERVICE_ROLE} LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE
       NOREPLICATION NOBYPASSRLS PASSWORD ${escapeLiteral(servicePassword(ownerPassword))}`,
  )
  const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name')
  await owner.query(
    `REVOKE CREATE, TEMPORARY ON DATABASE ${escapeIdentifier(rows[0]?.name ?? '')} FROM PUBLIC`,
  )
}
