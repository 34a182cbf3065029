import { z } from 'zod'
import * as field from '@/lib/http/fields'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/time/units'

const MIN_SECONDS = (5 * MINUTE_MS) / SECOND_MS
const MAX_SECONDS = (30 * DAY_MS) / SECOND_MS
const DEFAULT_SECONDS = (7 * DAY_MS) / SECOND_MS

export const bankAccountLinkBody = field.object({
  expires_in: field
    .integer({ min: MIN_SECONDS, max: MAX_SECONDS }, 'invalid_expires_in')
    .default(DEFAULT_SECONDS)
    .describe('The seconds that the link is valid, from 5 minutes to 30 days.'),
  redirect_url: field
    .custom(
      z.string().max(URL_LENGTH),
      (value) => (isWebUrl(value) && value.length <= URL_LENGTH ? value : null),
      'invalid_redirect_url',
    )
    .optional()
    .describe('Where the page leads once the bank account is entered. http or https, without a user name.'),
})
