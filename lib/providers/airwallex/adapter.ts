import assert from 'node:assert/strict'
import { type Adapter, type SettingsOf, secretsIn } from '../manifest'
import { API_VERSION } from './api-client'
import { type airwallex, airwallexUrl, usableRails } from './manifest'
import { isOfOtherVersion, parseAirwallexNotification, verifyAirwallexWebhook } from './notifications'
import { createAirwallexPayoutProvider } from './payout-provider'

const OTHER_VERSION = `Airwallex notifies in another API version: subscribe again, in version ${API_VERSION}`

export const adapter: Adapter<SettingsOf<typeof airwallex>> = {
  payouts: (settings, { environment, beneficiaries, notificationUrl }) => {
    const { AIRWALLEX_CLIENT_ID: clientId, AIRWALLEX_API_KEY: apiKey, AIRWALLEX_LOGIN_AS: loginAs } = settings
    const [rail, ...more] = usableRails(settings)
    assert(clientId && apiKey && rail, 'Airwallex is configured, with a rail that it can use')
    return createAirwallexPayoutProvider({
      baseUrl: airwallexUrl(settings, environment),
      clientId,
      apiKey,
      loginAs: loginAs ?? null,
      rails: [rail, ...more],
      beneficiaries,
      notificationUrl,
    })
  },
  readNotification: ({ AIRWALLEX_WEBHOOK_SECRET: secrets = '' }, { rawBody, headers, now }) => {
    const isGenuine = verifyAirwallexWebhook({
      rawBody,
      timestamp: headers.get('x-timestamp'),
      signature: headers.get('x-signature'),
      secrets: secretsIn(secrets),
      now,
    })
    if (!isGenuine) return { kind: 'forged' }
    const text = rawBody.toString('utf8')
    const transferKey = parseAirwallexNotification(text)?.requestKey
    return {
      kind: 'read',
      ...(transferKey === undefined ? {} : { transferKey }),
      ...(isOfOtherVersion(text) ? { alarm: OTHER_VERSION } : {}),
    }
  },
}
