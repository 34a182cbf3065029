import { z } from 'zod'
import { words } from '@/lib/setting-fields'
import type { Manifest, SettingProblem } from './manifest'

/*
 * Which provider takes a payment or makes a payout, where several could: rules that the operator writes as a setting. The first
 * one whose conditions all hold decides, and what it decided is stored with the payment or payout.
 *
 *   PAYOUT_RULES="stripe_payouts if vendor=0198c3a1-…; airwallex over ACH if vendor=0198c3a2-…; airwallex"
 */

export const RULE_KINDS = ['payments', 'payouts'] as const

export type RuleKind = (typeof RULE_KINDS)[number]

/** What a rule may ask about. Payouts are all in US dollars to banks in the United States. */
const CONDITIONS = {
  payments: ['vendor', 'currency', 'country'],
  payouts: ['vendor'],
} as const

type Condition = (typeof CONDITIONS)[RuleKind][number]

export type Rule = {
  provider: string
  /** The rails to try, in this order; null: the provider's own. */
  rails: string[] | null
  /** Each holds if the value is one of these. */
  conditions: Partial<Record<Condition, string[]>>
}

/** What is to be paid, or paid out. */
export type Subject = { vendorId: string; currency: string /** Null: unknown. */; country: string | null }

const RULE_SETTINGS = { payments: 'PAYMENT_RULES', payouts: 'PAYOUT_RULES' } as const

const RULE = /^(\w+)(?:\s+over\s+([\w,\s]+?))?(?:\s+if\s+(.+))?$/

/** Throws a `RuleError` for text that is no rule. */
function parseRule(text: string, kind: RuleKind): Rule {
  const [, provider, over, asked] = RULE.exec(text) ?? []
  if (!provider) throw new RuleError(`"${text}" is no rule: write "provider over RAIL if name=value"`)
  if (over !== undefined && kind === 'payments') throw new RuleError('payments have no rails')
  const rails = over === undefined ? null : valuesIn(over.toUpperCase())
  if (rails && new Set(rails).size < rails.length) throw new RuleError(`"${text}" names a rail twice`)
  return { provider, rails, conditions: asked === undefined ? {} : conditionsIn(asked, kind) }
}

class RuleError extends Error {
  override name = 'RuleError'
}

function valuesIn(text: string): string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

const FORMS: Record<Condition, { form: RegExp; words: string }> = {
  vendor: { form: /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/, words: 'the id of a vendor' },
  currency: { form: /^[A-Z]{3}$/, words: 'a currency such as EUR' },
  country: { form: /^[A-Z]{2}$/, words: 'a country such as DE' },
}

function conditionsIn(text: string, kind: RuleKind): Rule['conditions'] {
  const conditions: Rule['conditions'] = {}
  for (const part of text.split(/\s+and\s+/)) {
    const [, asked = '', list = ''] = /^(\w+)\s*=\s*(.+)$/.exec(part) ?? []
    const name = CONDITIONS[kind].find((each) => each === asked)
    if (!name) throw new RuleError(`"${part}" must be ${CONDITIONS[kind].join('=…, ')}=…`)
    if (conditions[name]) throw new RuleError(`${name} stands twice: separate its values by commas`)
    const { form, words: meaning } = FORMS[name]
    const values = valuesIn(list.toUpperCase())
    const wrong = values.find((value) => !form.test(value))
    if (values.length === 0 || wrong !== undefined) throw new RuleError(`"${wrong ?? ''}" must be ${meaning}`)
    conditions[name] = name === 'vendor' ? values.map((id) => id.toLowerCase()) : values
  }
  return conditions
}

/** The rules in a setting; none: the first provider that is configured and can. */
function ruleSetting(kind: RuleKind, text: string) {
  return z
    .string()
    .max(16_384)
    .default('')
    .transform((value, context) => {
      try {
        const parts = value.split(';').map((part) => part.trim())
        return parts.filter((part) => part !== '').map((part) => parseRule(part, kind))
      } catch (error) {
        if (!(error instanceof RuleError)) throw error
        context.addIssue({ code: 'custom', message: error.message })
        return z.NEVER
      }
    })
    .register(words, { values: 'rules, separated by `;`', text })
}

export const ruleSettings = {
  PAYMENT_RULES: ruleSetting(
    'payments',
    'Which provider takes a payment, where several are configured: `name if vendor=… and currency=… and country=…`, several values separated by commas. The first rule that holds decides, and the last one has no `if`. `country` is that of the customer’s address. Unset: the first configured provider that takes the currency.',
  ),
  PAYOUT_RULES: ruleSetting(
    'payouts',
    'The same for payouts: `name over RAIL,RAIL if vendor=…`. `over` says which networks are tried, in this order, where the provider lets us choose. Payouts on their way stay where they are. Unset: the first configured provider.',
  ),
}

type RuleSettings = { PAYMENT_RULES: Rule[]; PAYOUT_RULES: Rule[] }

export function rulesOf(settings: RuleSettings, kind: RuleKind): Rule[] {
  return settings[RULE_SETTINGS[kind]]
}

/** Rules that name what is not configured or can't be done, or that leave something without a provider. */
export function ruleProblems(settings: RuleSettings, configured: readonly Manifest[]): SettingProblem[] {
  return RULE_KINDS.flatMap((kind) => {
    const setting = RULE_SETTINGS[kind]
    const rules = rulesOf(settings, kind)
    const last = rules.at(-1)
    return [
      ...rules.flatMap((rule) => problemsOf(rule, kind, configured)),
      ...(last && Object.keys(last.conditions).length > 0
        ? ['must end with a rule without "if", for all the rest']
        : []),
    ].map((message): SettingProblem => [setting, message])
  })
}

function problemsOf(rule: Rule, kind: RuleKind, configured: readonly Manifest[]): string[] {
  const manifest = configured.find(({ name }) => name === rule.provider)
  const abilities = manifest?.[kind]
  if (!manifest || !abilities) {
    const names = configured.filter((each) => each[kind]).map(({ name }) => name)
    const known =
      names.length > 0 ? `Configured for ${kind}: ${names.join(', ')}` : `None is configured for ${kind}`
    return [`${rule.provider} can’t be used. ${known}`]
  }
  if ('currencies' in abilities) {
    const { currency = [], country = [] } = rule.conditions
    return [
      ...currency.filter((each) => !isOneOf(abilities.currencies, each)).map((each) => `no ${each}`),
      ...country.filter((each) => !isOneOf(abilities.countries, each)).map((each) => `nothing from ${each}`),
    ].map((foreign) => `${rule.provider} takes ${foreign}`)
  }
  if (!rule.rails) return []
  if (abilities.railChosenBy === 'provider')
    return [`${rule.provider} chooses the network by itself: leave "over" out`]
  const names = Object.keys(abilities.rails)
  const unknown = rule.rails.find((rail) => !names.includes(rail))
  return unknown === undefined ? [] : [`${rule.provider} has no ${unknown}, only ${names.join(', ')}`]
}

function isOneOf(values: 'all' | readonly string[], value: string): boolean {
  return values === 'all' || values.includes(value)
}

/** True if the provider can take a payment in this currency from this country; one that is unknown is no reason against it. */
export function takes({ payments }: Pick<Manifest, 'payments'>, { currency, country }: Subject): boolean {
  return (
    payments !== undefined &&
    isOneOf(payments.currencies, currency) &&
    (country === null || isOneOf(payments.countries, country))
  )
}

/** The rule that decides: the first one that holds, of a provider that can; null if there is none. */
export function decidingRule(
  rules: readonly Rule[],
  subject: Subject,
  isAble: (provider: string) => boolean = () => true,
): Rule | null {
  return rules.find(({ provider, conditions }) => holds(conditions, subject) && isAble(provider)) ?? null
}

function holds({ vendor, currency, country }: Rule['conditions'], subject: Subject): boolean {
  return (
    (!vendor || vendor.includes(subject.vendorId)) &&
    (!currency || currency.includes(subject.currency)) &&
    (!country || (subject.country !== null && country.includes(subject.country)))
  )
}
