import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'
import { signUpFields } from './credentials'

/** Validation of the team's forms, shared by forms and server. */

export const GIVEN_ROLES = ['admin', 'finance', 'developer', 'accountant', 'read_only'] as const

export const inviteFields = z.object({ email: signUpFields.shape.email, role: z.enum(GIVEN_ROLES) })

export const roleFields = z.object({ role: z.enum(GIVEN_ROLES) })

const personName = z
  .string()
  .trim()
  .min(1, 'Enter your name')
  .max(255, 'Names can be at most 255 characters')
  .refine(...noControlCharacters)

/** The fields that an invited person fills in. */
export const joinFields = z.object({ name: personName, password: signUpFields.shape.password })

/** The same, with the last part of the mailed link. */
export const joinRequest = joinFields.extend({ token: z.string().min(1).max(200) })

export type InviteFields = z.infer<typeof inviteFields>
export type RoleFields = z.infer<typeof roleFields>
export type JoinFields = z.infer<typeof joinFields>
