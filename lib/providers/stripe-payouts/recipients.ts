import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { BeneficiaryStore } from '../manifest'
import type { Beneficiary } from '../payout-provider'
import { changeRefused, failureOf, reject } from '../stripe/outcomes'
import type { StripeNetwork } from './manifest'

export type Recipient = { account: string; payoutMethod: string }

type Context = { store: BeneficiaryStore; secret: string; networks: readonly StripeNetwork[] }

/**
 * Finds Stripe's recipient for the current version of a bank account, creating it on first use: an account that holds who is
 * paid, and its payout method that holds where. Both are created under keys made from what is sent, so that a lost answer leads
 * to the same ones. https://docs.stripe.com/global-payouts/api-recipient-creation
 */
export function createRecipients({ store, secret, networks }: Context) {
  return async (stripe: Stripe, beneficiary: Beneficiary): Promise<Outcome<Recipient>> => {
    const [account, method] = [accountOf(beneficiary, networks), methodOf(beneficiary)]
    // Keyed, because account numbers can be guessed from a plain hash.
    const digest = createHmac('sha256', secret)
      .update(JSON.stringify([account, method]))
      .digest('hex')
    const key = `${beneficiary.bankAccountId}:${digest}`
    const [id, payoutMethod] = (await store.find(key))?.split(' ') ?? []
    if (id && payoutMethod) return { kind: 'accepted', value: { account: id, payoutMethod } }
    const recipient = await create(stripe, { account, method, key })
    // A failure to remember it only costs asking again, so it must not block the payout.
    if (recipient.kind === 'accepted') {
      const { value } = recipient
      await store.save(key, `${value.account} ${value.payoutMethod}`).catch(() => undefined)
    }
    return recipient
  }
}

const ID = z.string().regex(/^\w{1,100}$/)
const accountSchema = z.object({ object: z.literal('v2.core.account'), id: ID })
const intentSchema = z.object({
  object: z.literal('v2.money_management.outbound_setup_intent'),
  status: z.string(),
  payout_method: z.object({ id: ID }).nullish(),
})

async function create(
  stripe: Stripe,
  { account, method, key }: { account: AccountParams; method: MethodParams; key: string },
): Promise<Outcome<Recipient>> {
  try {
    const { id } = accountSchema.parse(
      await stripe.v2.core.accounts.create(account, { idempotencyKey: `recipient:${key}` }),
    )
    const intent = intentSchema.parse(
      await stripe.v2.moneyManagement.outboundSetupIntents.create(method, {
        idempotencyKey: `payout-method:${key}`,
        stripeContext: id,
      }),
    )
    if (intent.status !== 'succeeded' || !intent.payout_method) {
      return reject('payout_method_not_ready', 'Stripe wants more about this bank account than we have', 400)
    }
    return { kind: 'accepted', value: { account: id, payoutMethod: intent.payout_method.id } }
  } catch (error) {
    return failureOf(error, changeRefused)
  }
}

type AccountParams = Stripe.V2.Core.AccountCreateParams
type MethodParams = Stripe.V2.MoneyManagement.OutboundSetupIntentCreateParams

function accountOf(beneficiary: Beneficiary, networks: readonly StripeNetwork[]): AccountParams {
  const { email, accountName, bankAccountId } = beneficiary
  const requested = { requested: true }
  return {
    contact_email: email,
    display_name: accountName,
    identity: { country: 'us', ...identityOf(beneficiary) },
    configuration: {
      recipient: {
        capabilities: {
          bank_accounts: {
            ...(networks.includes('RTP') ? { rtp: requested } : {}),
            ...(networks.includes('ACH') ? { ach: requested } : {}),
            ...(networks.includes('FEDWIRE') ? { fedwire: requested } : {}),
          },
        },
      },
    },
    include: ['identity'],
    metadata: { counterfoil_bank_account: bankAccountId },
  }
}

function identityOf({
  entityType,
  email,
  firstName,
  lastName,
  companyName,
  dateOfBirth,
  address: { state, city, postcode, streetAddress },
}: Beneficiary): NonNullable<AccountParams['identity']> {
  const address = { country: 'us', state, city, postal_code: postcode, line1: streetAddress }
  if (entityType === 'COMPANY') {
    return { entity_type: 'company', business_details: { registered_name: companyName ?? '', address } }
  }
  const [year = 0, month = 0, day = 0] = dateOfBirth?.split('-').map(Number) ?? []
  return {
    entity_type: 'individual',
    individual: {
      email,
      given_name: firstName ?? '',
      surname: lastName ?? '',
      address,
      ...(year > 0 ? { date_of_birth: { year, month, day } } : {}),
    },
  }
}

function methodOf({ accountNumber, routingNumber, accountCategory }: Beneficiary): MethodParams {
  return {
    usage_intent: 'payment',
    payout_method_data: {
      type: 'bank_account',
      bank_account: {
        country: 'us',
        currency: 'usd',
        account_number: accountNumber,
        routing_number: routingNumber,
        bank_account_type: accountCategory === 'Savings' ? 'savings' : 'checking',
      },
    },
  }
}
