import { z } from 'zod'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'

/* What the declarations of settings have in common: those of the service (env.ts) and of each provider (its manifest). */

/** A setting as the docs describe it. */
export type Words = {
  text: string
  /** The default, if it is a single value. */
  fallback?: string
} & ({ range: readonly [minimum: number, maximum: number] } | { values: string })

export const words = z.registry<Words>()

export function switchOf(isOn: boolean, text: string) {
  const fallback = isOn ? '1' : '0'
  return z
    .enum(['0', '1', ''])
    .default(fallback)
    .transform((value) => (value || fallback) === '1')
    .register(words, { values: '`0` or `1`', fallback, text })
}

export function wholeNumber(minimum: number, maximum: number, fallback: number, text: string) {
  return z.coerce
    .number()
    .int()
    .min(minimum)
    .max(maximum)
    .default(fallback)
    .register(words, { range: [minimum, maximum], fallback: String(fallback), text })
}

export const webUrl = z.string().max(URL_LENGTH).refine(isWebUrl, 'must be an http:// or https:// URL')

/** Some of these networks, each once, in an order of preference. */
export function networks<Name extends string>(all: readonly Name[]) {
  return z
    .string()
    .max(200)
    .transform((text, context): [Name, ...Name[]] => {
      const names = text.split(',').map((name) => name.trim().toUpperCase())
      const [first, ...others] = names.filter((name): name is Name => all.some((known) => known === name))
      if (first && others.length + 1 === names.length && new Set(names).size === names.length) {
        return [first, ...others]
      }
      const message = `must be one or more of ${all.join(', ')}, each once, separated by commas`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
}

/** Never shown, nor written anywhere. */
export const secret = z.string().min(1).max(1024)
