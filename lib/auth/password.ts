import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** An argon2id hash in PHC format, with its own random salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS)
}

let decoy: Promise<string> | undefined

/**
 * Verifies a password. Without a hash (no such vendor) it takes as long and returns false: response times
 * must not reveal which emails have an account.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  const matches = await verify(passwordHash ?? (await decoy), password)
  return passwordHash !== null && matches
}
