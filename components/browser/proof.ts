/** The proof that a user gives again: a code with two-step sign-in, otherwise the password. */
export type ProofKind = 'password' | 'code'

/** Asks the user; false if the dialog was closed. */
type AskForProof = (kind: ProofKind) => Promise<boolean>

let ask: AskForProof | null = null
let answer: Promise<boolean> | null = null

/** Sets who asks the user; returns the function that takes that back. */
export function answerProofsBy(handler: AskForProof): () => void {
  ask = handler
  return () => {
    ask = null
  }
}

/**
 * Asks for the password or code that a refusal with this code wants; true once it is given. Requests that are refused
 * together ask once.
 */
export async function requestProof(code: string | null): Promise<boolean> {
  if (!ask || (code !== 'password_needed' && code !== 'code_needed')) return false
  answer ??= ask(code === 'code_needed' ? 'code' : 'password').finally(() => {
    answer = null
  })
  return answer
}
