import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'
import { plainDecimal } from '@/lib/money/decimals'
import { isZoneName } from '@/lib/time/zone-names'

/** Validation of sign-up and sign-in, shared by forms and server. */

const email = z
  .string()
  .trim()
  .min(1, 'Enter your email address')
  .max(254, 'Email addresses can be at most 254 characters')
  .pipe(z.email('Enter an email address such as name@example.com'))

/** A password being chosen. */
const newPassword = z
  .string()
  .min(10, 'Use at least 10 characters')
  .max(200, 'Passwords can be at most 200 characters')

/**
 * An existing password. The rules may have changed since it was chosen, so only the maximum length applies.
 */
const currentPassword = z
  .string()
  .min(1, 'Enter your password')
  .max(200, 'Passwords can be at most 200 characters')

const businessName = z
  .string()
  .trim()
  .min(1, 'Enter your business name')
  .max(255, 'Names can be at most 255 characters')
  .refine(...noControlCharacters)

export const signUpFields = z.object({
  name: businessName,
  email,
  password: newPassword,
})

export const changeNameFields = signUpFields.pick({ name: true })

export const timeZoneFields = z.object({ timeZone: z.string().refine(isZoneName, 'Choose a time zone') })

export const signInFields = z.object({
  email,
  password: currentPassword,
  /** The second step's code, if set up. */
  code: z.string().trim().max(32, 'Codes can be at most 32 characters').optional(),
})

export const forgotPasswordFields = z.object({ email })

/** The last part of a mailed link. */
const token = z.string().min(1).max(200)

/** A sign-up, with the token of the invitation if there is one, and the browser's time zone. */
export const signUpRequest = signUpFields.extend({
  invitation: token.optional(),
  timeZone: z.string().optional().describe('An IANA name; UTC for one that is not known.'),
})

export const resetPasswordFields = z.object({ token, password: newPassword })
/** The part that is typed in. */
export const newPasswordFields = resetPasswordFields.pick({ password: true })

/** The password, unless the browser is signed in to the account. */
export const confirmEmailFields = z.object({ token, password: currentPassword.optional() })

/** A code from an authenticator app, or a recovery code. */
const code = z.string().trim().min(1, 'Enter the code').max(32, 'Codes can be at most 32 characters')

/** Confirms the vendor's identity before a change to the sign-in. */
export const passwordFields = z.object({ password: currentPassword })
export const codeFields = z.object({ code })
/** One of the two: the code if two-step sign-in is on. */
export const proofFields = z.object({ password: currentPassword.optional(), code: code.optional() })
export const passwordAndCodeFields = z.object({ password: currentPassword, code })

/** A member's own name for a passkey. */
export const passkeyNameFields = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name')
    .max(60, 'Names can be at most 60 characters')
    .refine(...noControlCharacters),
})

export const changePasswordFields = z.object({ password: currentPassword, next: newPassword })
export const changeEmailFields = z.object({ email, password: currentPassword })

const amountOrNothing = z
  .string()
  .overwrite(plainDecimal)
  .regex(/^(\d{1,9}(\.\d{1,2})?)?$/, 'Enter an amount such as 500 or 1,250.00, or nothing')

/** Blank: no payout asks. */
export const payoutProofFields = z.object({ above: amountOrNothing })

/** Blank: no payout needs a second person's approval. */
export const payoutApprovalFields = z.object({
  from: amountOrNothing.refine((text) => text === '' || Number(text) > 0, 'Enter an amount above zero'),
})

export type PayoutApprovalFields = z.infer<typeof payoutApprovalFields>
export type PayoutProofFields = z.infer<typeof payoutProofFields>
export type ChangeNameFields = z.infer<typeof changeNameFields>
export type TimeZoneFields = z.infer<typeof timeZoneFields>
export type PasskeyNameFields = z.infer<typeof passkeyNameFields>
export type PasswordFields = z.infer<typeof passwordFields>
export type CodeFields = z.infer<typeof codeFields>
export type ProofFields = z.infer<typeof proofFields>
export type PasswordAndCodeFields = z.infer<typeof passwordAndCodeFields>
export type ChangePasswordFields = z.infer<typeof changePasswordFields>
export type ChangeEmailFields = z.infer<typeof changeEmailFields>
export type SignUpFields = z.infer<typeof signUpFields>
export type SignInFields = z.infer<typeof signInFields>
export type ForgotPasswordFields = z.infer<typeof forgotPasswordFields>
export type NewPasswordFields = z.infer<typeof newPasswordFields>
