/**
 * A new Idempotency-Key for what a form sends. By random bytes, since `randomUUID` is kept from pages that
 * came over plain HTTP.
 */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `form-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
