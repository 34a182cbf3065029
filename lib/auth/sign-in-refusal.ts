/** Why the right password is not enough, or a passkey is refused: the form shows the second step or what is wrong. */
export type SignInRefusalCode = 'code_needed' | 'code_wrong' | 'code_limit' | 'suspended' | 'passkey_refused'

/** Thrown by the sign-in check. NextAuth passes only the message on to the form. */
export class SignInRefusal extends Error {
  override name = 'SignInRefusal'

  constructor(code: SignInRefusalCode) {
    super(code)
  }
}
