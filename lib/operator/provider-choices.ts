import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { configuredProviders, providerTitle } from '@/lib/providers/manifests'
import { railTitle } from '@/lib/providers/rails'
import { RULE_KINDS, type Rule, type RuleKind, rulesOf } from '@/lib/providers/rules'

type ProviderChoice = {
  kind: RuleKind
  provider: string
  /** With the rails, if the rule names some: `Airwallex over Fedwire`. */
  title: string
  /** `for invoices in EUR`, or `for all`. */
  when: string
}

/** Which provider takes live payments and makes live payouts, in the order in which the rules are tried. */
export async function readProviderChoices(): Promise<ProviderChoice[]> {
  const names = await vendorNames(RULE_KINDS.flatMap((kind) => rulesOf(env, kind)))
  return RULE_KINDS.flatMap((kind) => {
    const rules = rulesOf(env, kind)
    return (rules.length > 0 ? rules : defaultRules(kind)).map(({ provider, rails, conditions }, index) => ({
      kind,
      provider,
      title: [
        providerTitle(provider),
        ...(rails ? [`over ${rails.map(railTitle).join(', then ')}`] : []),
      ].join(' '),
      when: whenOf(conditions, names) ?? (index === 0 ? 'for all' : 'for all others'),
    }))
  })
}

function defaultRules(kind: RuleKind): Rule[] {
  const able = configuredProviders(env).filter((manifest) => manifest[kind])
  return able.slice(0, 1).map(({ name }) => ({ provider: name, rails: null, conditions: {} }))
}

function whenOf(
  { vendor, currency, country }: Rule['conditions'],
  names: Map<string, string>,
): string | null {
  const parts = [
    vendor && `for ${inWords(vendor.map((id) => names.get(id) ?? `${id} (no vendor)`))}`,
    currency && `in ${inWords(currency)}`,
    country && `from customers in ${inWords(country)}`,
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : null
}

function inWords(values: string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(values)
}

async function vendorNames(rules: Rule[]): Promise<Map<string, string>> {
  const ids = rules.flatMap(({ conditions }) => conditions.vendor ?? [])
  const rows = await database().vendor.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}
