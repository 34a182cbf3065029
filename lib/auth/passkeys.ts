import { randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { connectionPool, database, type Orm } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { isUniqueViolation, type OrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { log } from '@/lib/log'
import { now } from '@/lib/time/clock'
import { MINUTE_MS } from '@/lib/time/units'
import { recordMemberEvent } from '@/lib/vendors/member'
import type { SessionKey } from './sessions'

/*
 * Passkeys (W3C Web Authentication, level 3): one signs its member in alone, so the authenticator must know the member
 * by a fingerprint, a face or a PIN each time, and it must keep the credential itself, so that nobody types an email.
 */

/** Loaded with the first passkey: its parsers of certificates would slow every start of a process down. */
const library = () => import('@simplewebauthn/server')

/** The service as browsers know it. They refuse a passkey under any other name. */
function relyingParty(): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(env.PUBLIC_URL)
  return { rpID: hostname, origin }
}

const CHALLENGE_BYTES = 32
/** The time that a person has to find the security key. */
const CHALLENGE_MS = 5 * MINUTE_MS

async function newChallenge(tx: Orm, sessionId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES))
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS)
  await tx.passkeyChallenge.create({ data: { challenge, sessionId, expiresAt } })
  return challenge
}

/**
 * Uses up the challenge that the browser's answer names, and returns it. Throws `passkey_refused` if it was not given to
 * this session, is used or has expired. Call it outside a transaction: a refused answer must not be tried again.
 */
async function spendChallenge(clientDataJson: string, sessionId: string | null): Promise<string> {
  const challenge = challengeIn(clientDataJson)
  if (challenge === null) throw new DomainError('passkey_refused')
  // The delete is the use: of two concurrent ones, one finds the row.
  const { count } = await database().passkeyChallenge.deleteMany({
    where: { challenge: bytesOf(challenge), sessionId, expiresAt: { gt: now() } },
  })
  if (count !== 1) throw new DomainError('passkey_refused')
  return challenge
}

function challengeIn(clientDataJson: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    const isNamed = typeof data === 'object' && data !== null && 'challenge' in data
    return isNamed && typeof data.challenge === 'string' ? data.challenge : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Deletes expired challenges, at most `limit`; they are refused anyway. */
export async function forgetExpiredChallenges(limit: number): Promise<void> {
  await deleteExpiredChallenges(connectionPool(), { at: now(), limit })
}

const deleteExpiredChallenges = statement<{ at: Date; limit: number }, object>(
  'delete_expired_challenges',
  `DELETE FROM passkey_challenges WHERE challenge IN (
     SELECT challenge FROM passkey_challenges WHERE expires_at <= :at::timestamptz ORDER BY expires_at LIMIT :limit::int)`,
)

/** What a browser needs to ask for a passkey: any of this service's, or for a session those of its member. */
export async function passkeyRequest(
  session: SessionKey | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  const known = session ? await credentialsOf(session.memberId) : []
  return generateAuthenticationOptions({
    rpID: relyingParty().rpID,
    challenge: await newChallenge(database(), session?.sessionId ?? null),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(known.length > 0 ? { allowCredentials: known } : {}),
  })
}

async function credentialsOf(memberId: string): Promise<{ id: string }[]> {
  const rows = await database().memberPasskey.findMany({
    where: { memberId },
    select: { credentialId: true },
  })
  return rows.map(({ credentialId }) => ({ id: textOf(credentialId) }))
}

/** A passkey whose answer was right, and the count of signatures in it. */
export type PasskeyAnswer = { memberId: string; passkeyId: string; signCount: bigint }

type Assertion = Pick<AuthenticationResponseJSON, 'id' | 'rawId' | 'type'> & {
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | undefined
  }
}

/**
 * Verifies the answer to a `passkeyRequest`. Without a session it must name its member, as only a credential that the
 * authenticator keeps does; with one it must be that member's. Throws `passkey_refused`.
 */
export async function verifyPasskey(
  { response, ...credential }: Assertion,
  session: SessionKey | null,
): Promise<PasskeyAnswer> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const challenge = await spendChallenge(clientDataJSON, session?.sessionId ?? null)
  const passkey = await database().memberPasskey.findUnique({
    where: { credentialId: bytesOf(credential.id) },
  })
  if (!passkey) throw new DomainError('passkey_refused')
  const { memberId, id: passkeyId } = passkey
  // Section 7.2, step 6 of the specification.
  const isNamed = userHandle ? userHandle === handleOf(memberId) : session !== null
  if (!isNamed || (session && session.memberId !== memberId)) throw new DomainError('passkey_refused')
  const { rpID, origin } = relyingParty()
  const { verifyAuthenticationResponse } = await library()
  const outcome = await refusing({ memberId, passkeyId }, () =>
    verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: textOf(passkey.credentialId),
        publicKey: passkey.publicKey,
        counter: Number(passkey.signCount),
      },
    }),
  )
  return { memberId, passkeyId, signCount: BigInt(outcome.authenticationInfo.newCounter) }
}

/**
 * Records the use of a passkey. Throws `passkey_refused` if it was removed meanwhile, or its counter did not move on: two
 * devices then sign as one, and which of them is the copy can't be told (section 7.2, step 22).
 */
export async function notePasskeyUse(
  tx: OrmTransaction,
  { memberId, passkeyId, signCount }: PasskeyAnswer,
): Promise<void> {
  const { count } = await tx.memberPasskey.updateMany({
    where: { memberId, id: passkeyId, signCount: signCount === 0n ? 0n : { lt: signCount } },
    data: { signCount, lastUsedAt: now() },
  })
  if (count !== 1) throw new DomainError('passkey_refused')
}

/** What a browser needs to create a passkey for the member. */
export async function passkeyCreation(
  member: SessionKey & { email: string; memberName: string | null },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Counterfoil',
    rpID: relyingParty().rpID,
    userID: bytesOf(handleOf(member.memberId)),
    userName: member.email,
    userDisplayName: member.memberName ?? member.email,
    challenge: await newChallenge(database(), member.sessionId),
    timeout: CHALLENGE_MS,
    // Which make of authenticator it is makes no difference here, so it isn't asked.
    attestationType: 'none',
    // One passkey per authenticator and member.
    excludeCredentials: await credentialsOf(member.memberId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

type NewPasskey = {
  credentialId: Uint8Array<ArrayBuffer>
  publicKey: Uint8Array<ArrayBuffer>
  signCount: bigint
}

type Registration = Pick<RegistrationResponseJSON, 'id' | 'rawId' | 'type'> & {
  response: { clientDataJSON: string; attestationObject: string }
}

/** Verifies the answer to a `passkeyCreation` of the session. Throws `passkey_refused`. */
export async function verifyNewPasskey(
  registration: Registration,
  { memberId, sessionId }: SessionKey,
): Promise<NewPasskey> {
  const challenge = await spendChallenge(registration.response.clientDataJSON, sessionId)
  const { rpID, origin } = relyingParty()
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await refusing({ memberId }, () =>
    verifyRegistrationResponse({
      response: { ...registration, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }),
  )
  if (!registrationInfo) throw new DomainError('passkey_refused')
  const { id, publicKey, counter } = registrationInfo.credential
  return { credentialId: bytesOf(id), publicKey: new Uint8Array(publicKey), signCount: BigInt(counter) }
}

/** The library throws a sentence for each way in which an answer can be wrong. It is for the log. */
async function refusing<Outcome extends { verified: boolean }>(
  logged: Record<string, string>,
  verify: () => Promise<Outcome>,
): Promise<Outcome> {
  let reason = 'wrong signature'
  try {
    const outcome = await verify()
    if (outcome.verified) return outcome
  } catch (error) {
    if (!(error instanceof Error)) throw error
    reason = error.message
  }
  log.warn({ ...logged, reason }, 'a passkey was refused')
  throw new DomainError('passkey_refused')
}

const MAX_PASSKEYS = 20

type Change = { memberId: string; address: string | null }

/** Adds a passkey under the member's name for it, and returns its id. Throws `too_many_passkeys`, `passkey_known`. */
export async function insertPasskey(
  tx: OrmTransaction,
  { memberId, address, name, passkey }: Change & { name: string; passkey: NewPasskey },
): Promise<string> {
  // Lock the member: concurrent requests would each count without the others' passkeys.
  await tx.$queryRaw`SELECT 1 FROM members WHERE id = ${memberId}::uuid FOR UPDATE`
  if ((await tx.memberPasskey.count({ where: { memberId } })) >= MAX_PASSKEYS) {
    throw new DomainError('too_many_passkeys')
  }
  const id = newId()
  try {
    await tx.memberPasskey.create({ data: { memberId, id, name, createdAt: now(), ...passkey } })
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('passkey_known')
    throw error
  }
  await recordMemberEvent(tx, memberId, { action: 'passkey.added', subjectId: id, detail: name, address })
  return id
}

/** Gives one of the member's passkeys another name. Throws `passkey_not_found`. */
export async function setPasskeyName(
  tx: OrmTransaction,
  { memberId, address, id, name }: Change & { id: string; name: string },
): Promise<void> {
  const { name: before } = await findPasskey(tx, memberId, id)
  await tx.memberPasskey.update({ where: { memberId_id: { memberId, id } }, data: { name } })
  const detail = `${before} → ${name}`
  await recordMemberEvent(tx, memberId, { action: 'passkey.renamed', subjectId: id, detail, address })
}

/** Removes one of the member's passkeys, and returns its name. Throws `passkey_not_found`. */
export async function deletePasskey(
  tx: OrmTransaction,
  { memberId, address, id }: Change & { id: string },
): Promise<string> {
  const { name } = await findPasskey(tx, memberId, id)
  const { count } = await tx.memberPasskey.deleteMany({ where: { memberId, id } })
  if (count !== 1) throw new DomainError('passkey_not_found')
  await recordMemberEvent(tx, memberId, { action: 'passkey.removed', subjectId: id, detail: name, address })
  return name
}

async function findPasskey(tx: OrmTransaction, memberId: string, id: string): Promise<{ name: string }> {
  const passkey = isId(id) ? await tx.memberPasskey.findFirst({ where: { memberId, id } }) : null
  if (!passkey) throw new DomainError('passkey_not_found')
  return passkey
}

/** Removes all of them for somebody who proved to own the account without one. */
export async function forgetPasskeys(
  tx: OrmTransaction,
  { memberId, address, detail }: Change & { detail: string },
): Promise<void> {
  const passkeys = await listPasskeys(tx, memberId)
  await deletePasskeys(tx, memberId)
  for (const { id, name } of passkeys) {
    const event = { action: 'passkey.removed', subjectId: id } as const
    await recordMemberEvent(tx, memberId, { ...event, detail: `${name}. ${detail}`, address })
  }
}

/** Deletes the passkeys of a member who leaves. */
export async function deletePasskeys(tx: OrmTransaction, memberId: string): Promise<void> {
  await tx.memberPasskey.deleteMany({ where: { memberId } })
}

/** The member's passkeys, oldest first. */
export function listPasskeys(
  tx: Orm,
  memberId: string,
): Promise<{ id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[]> {
  return tx.memberPasskey.findMany({
    where: { memberId },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
    orderBy: { id: 'asc' },
  })
}

/** The member's id as authenticators keep it: 16 bytes that tell nothing of the person. */
function handleOf(memberId: string): string {
  return textOf(Buffer.from(memberId.replaceAll('-', ''), 'hex'))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
