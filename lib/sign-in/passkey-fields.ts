import { z } from 'zod'

/** Validation of what browsers answer to a request for a passkey: lengths and letters. What it says is verified later. */

const base64url = (max: number) =>
  z
    .string()
    .max(max, 'The passkey’s answer is too long')
    .regex(/^[\w-]*$/, 'The passkey’s answer can’t be read')

/** At most 1023 bytes, by the specification. */
const credentialId = base64url(1364)

const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }

export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(8192),
    userHandle: base64url(86).optional(),
  }),
})

export const passkeyRegistration = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url(4096), attestationObject: base64url(65_536) }),
})
