import { Resources } from './generated/api.ts'
import { createSend, type Settings } from './send.ts'

/**
 * The API of one account: test or live, by its key. Methods return the body of the answer, and throw an `ApiError`
 * where the service refuses, an `OutcomeUnknownError` where its answer never arrived.
 */
export class Counterfoil extends Resources {
  constructor(settings: Settings) {
    if (!settings.apiKey?.trim()) throw new TypeError('apiKey is empty: is the variable set?')
    if (!URL.canParse(settings.baseUrl ?? '')) {
      throw new TypeError('baseUrl must be the address of your installation, such as https://pay.example.com')
    }
    // Every reader of the page could read the key.
    if ('document' in globalThis) throw new TypeError('An API key must not reach a browser')
    super(createSend(settings))
  }
}
