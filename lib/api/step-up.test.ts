import { expect, test } from 'vitest'
import { dashboardApi } from './dashboard'

/** Operations that show keys, secrets or account numbers, or decide where money or customers' data goes. */
const ASKING = [
  'generateApiKey',
  'rotateApiKey',
  'revealSigningSecret',
  'rotateSigningSecret',
  'addWebhookEndpoint',
  'changeWebhookEndpoint',
  'rotateEndpointSigningSecret',
  'addBankAccount',
  'revealBankAccount',
  'requestBankDetails',
  'unarchiveBankAccount',
  'setPayoutProof',
  'setPayoutApproval',
  'approvePayout',
  'approveScheduledPayout',
  'startPasskey',
  'addPasskey',
] as const

test.each(ASKING)('%s asks for the password or a code if the last one is too old', (name) => {
  const { codes } = dashboardApi[name]?.access ?? { codes: [] }
  expect(codes).toEqual(expect.arrayContaining(['password_needed', 'code_needed']))
})

/** Operations that ask for the password or a code every time, in their own form. */
const ASKING_IN_ITS_FORM = ['changePassword', 'changeEmail', 'startTotp', 'disableTotp', 'renewRecoveryCodes']

test.each(ASKING_IN_ITS_FORM)('%s takes the password each time', (name) => {
  expect(dashboardApi[name]?.errors).toContain('password_wrong')
})

test('every other operation that answers a secret once is known here', () => {
  const hands = Object.entries(dashboardApi).filter(([, { description, summary }]) =>
    /secret|whole account number|generate an api key|rotate/i.test(`${summary} ${description}`),
  )
  const known: readonly string[] = [...ASKING, ...ASKING_IN_ITS_FORM]
  expect(hands.map(([name]) => name).filter((name) => !known.includes(name))).toEqual(['resetPassword'])
})
