import { DomainError } from '@/lib/errors'
import { COMMON_PASSWORDS } from './common-passwords'

/** Fewer different characters, or a shorter unit that repeats, is no password. */
const MINIMUM_CHARACTERS = 4

/** A password needs this many letters or digits beside a word or name: `Engines123!` has three. */
const MINIMUM_REST = 4

/** Words of the service itself, which attackers try as well. */
const WORDS = /counterfoil|invoice|payout|wallet|ledger/g

/**
 * Refuses a new password that is among the first an attacker tries: one of the common ones, also with digits
 * or signs after it; a repetition or sequence; a word of the service with little beside it; or the account's own
 * email or name. Throws `password_too_common`, `password_is_own_name`.
 */
export function refuseWeakPassword(password: string, { email, name }: { email: string; name: string }): void {
  const lower = password.toLowerCase()
  const stem = lower.replace(/[^a-z]+$/, '')
  if (
    COMMON_PASSWORDS.has(lower) ||
    COMMON_PASSWORDS.has(stem) ||
    new Set(lower).size < MINIMUM_CHARACTERS ||
    /^(.{1,5})\1+$/.test(lower) ||
    isSequence(lower)
  ) {
    throw new DomainError('password_too_common')
  }
  const letters = plain(password)
  if (letters.match(WORDS) && isLittle(letters.replaceAll(WORDS, ''))) {
    throw new DomainError('password_too_common')
  }
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  for (const own of [plain(email), plain(local), plain(domain), plain(name)]) {
    const isIn = own.length >= MINIMUM_CHARACTERS && letters.includes(own)
    if (isIn && isLittle(letters.replaceAll(own, ''))) throw new DomainError('password_is_own_name')
  }
}

/** True if so little of a password is left without some words that it mostly consists of them. */
function isLittle(rest: string): boolean {
  return rest.length < MINIMUM_REST
}

/** `abcdefghij`, `9876543210`: each character follows the one before, up or down. */
function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index))
  return [1, -1].some((step) => steps.every((each) => each === step || Math.abs(each) === 9))
}

/** Letters and digits only, in lower case. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
