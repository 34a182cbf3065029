import { requestJson } from './request'

/** Makes a vendor. `RequestFailure` with status 409 when the e-mail has one already. */
export async function signUp(fields: { name: string; email: string; password: string }): Promise<void> {
  await requestJson('/api/dashboard/sign-up', { method: 'POST', body: fields })
}
