/** Why a right password is not enough: the form shows its second step, or says what is wrong with it. */
export type SignInRefusalCode = 'code_needed' | 'code_wrong' | 'code_limit'

/** Thrown by the check of a sign-in. Next-auth hands the message, and nothing else of it, to the form. */
export class SignInRefusal extends Error {
  override name = 'SignInRefusal'

  constructor(code: SignInRefusalCode) {
    super(code)
  }
}
