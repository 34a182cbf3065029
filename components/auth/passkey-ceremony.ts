import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { RequestFailure } from '@/components/browser/request'

/*
 * What the browser and its authenticators do. Imported late, by those who use a passkey: no page's first load has it.
 */

export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON
export type PasskeyCreation = PublicKeyCredentialCreationOptionsJSON

const CANCELED = 'No passkey was used. Try again, or go on without one'
const OTHER_ADDRESS = 'Passkeys don’t work at this address. Open the service at its own address, by https'
const KNOWN = 'This device already has a passkey for your account'
const FAILED = 'Your browser or device couldn’t use a passkey. Try again'

/** Asks for a passkey, in the list of the email field or in a dialog of the browser. Throws `RequestFailure`. */
export async function askForPasskey(options: PasskeyRequest, { inField = false } = {}): Promise<object> {
  try {
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: inField,
    })
    return { id, rawId, type, response }
  } catch (error) {
    throw failureOf(error)
  }
}

/** True if the browser offers passkeys in the list of a field. */
export const canListPasskeys = () => browserSupportsWebAuthnAutofill()

/** Takes back what was last asked. */
export const stopAsking = () => WebAuthnAbortService.cancelCeremony()

/** Has the browser create a passkey. Throws `RequestFailure`. */
export async function createPasskey(options: PasskeyCreation): Promise<object> {
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject } }
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): RequestFailure {
  const cause = error instanceof WebAuthnError ? error.cause : error
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return new RequestFailure(0, CANCELED)
  if (name === 'SecurityError') return new RequestFailure(0, OTHER_ADDRESS)
  if (name === 'InvalidStateError') return new RequestFailure(0, KNOWN)
  return new RequestFailure(0, FAILED)
}
