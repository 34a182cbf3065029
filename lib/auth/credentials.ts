import { z } from 'zod'

/** What sign-up and sign-in take: one set of rules for the forms and for the server. */

const email = z
  .string()
  .trim()
  .min(1, 'Enter your e-mail address.')
  .max(254, 'An e-mail address has at most 254 characters.')
  .pipe(z.email('Enter an e-mail address like name@example.com.'))

export const signUpFields = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter the name that your customers know you by.')
    .max(255, 'A name has at most 255 characters.'),
  email,
  password: z
    .string()
    .min(10, 'Choose a password of at least 10 characters.')
    .max(200, 'A password has at most 200 characters.'),
})

export const signInFields = z.object({
  email,
  // No rule on its length beyond the largest: the rules may have changed since the sign-up.
  password: z.string().min(1, 'Enter your password.').max(200, 'A password has at most 200 characters.'),
})

export type SignUpFields = z.infer<typeof signUpFields>
export type SignInFields = z.infer<typeof signInFields>
