export { Counterfoil } from './client.ts'
export {
  ApiError,
  ConnectionError,
  CounterfoilError,
  type ErrorDetails,
  OutcomeUnknownError,
  type Retry,
  TimeoutError,
} from './errors.ts'
export type * from './generated/api.ts'
export * from './generated/errors.ts'
export type { Pages } from './pages.ts'
export type { AnswerInfo, FollowOptions, RequestOptions, Settings } from './send.ts'
export {
  signWebhook,
  type Verification,
  verifyWebhook,
  type Webhook,
  type WebhookBody,
  type WebhookEvent,
  type WebhookFault,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks.ts'
