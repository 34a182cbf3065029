import { requestJson } from './request'

/** Has another link to confirm the signed-in vendor's address sent. */
export async function sendConfirmation(): Promise<void> {
  await requestJson('/api/dashboard/email-confirmation', { method: 'POST', body: {} })
}

/** Confirms an address by the token of a mailed link. */
export async function confirmEmail(token: string): Promise<void> {
  await requestJson('/api/dashboard/email-confirmation/complete', { method: 'POST', body: { token } })
}
