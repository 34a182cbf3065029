/** The proof that a user gives again: a code with two-step sign-in, otherwise the password. */
export type ProofKind = 'password' | 'code'

/** Asks the user; false if the dialog was closed. */
type AskForProof = (kind: ProofKind) => Promise<boolean>

let ask: AskForProof | null = null
let asking: Promise<boolean> | null = null

/** Sets who asks the user; returns the function that takes that back. */
export function answerProofsBy(given: AskForProof): () => void {
  ask = given
  return () => {
    ask = null
  }
}

/** Whether a refusal with this code asked for a proof, and the user gave it. Several requests ask once. */
export async function isProofGiven(code: string | null): Promise<boolean> {
  if (!ask || (code !== 'password_needed' && code !== 'code_needed')) return false
  asking ??= ask(code === 'code_needed' ? 'code' : 'password').finally(() => {
    asking = null
  })
  return asking
}
