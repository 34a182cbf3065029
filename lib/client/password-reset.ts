import { requestJson } from './request'

/** Asks for a link to set a new password. The answer says nothing of whether the address has an account. */
export async function requestPasswordReset(fields: { email: string }): Promise<void> {
  await requestJson('/api/dashboard/password-reset', { method: 'POST', body: fields })
}

/** Sets a new password by the token of a mailed link. */
export async function resetPassword(fields: { token: string; password: string }): Promise<void> {
  await requestJson('/api/dashboard/password-reset/complete', { method: 'POST', body: fields })
}
