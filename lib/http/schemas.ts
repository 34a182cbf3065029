import { z } from 'zod'
import type { JsonNumber } from '@/lib/json'
import type { AmountView } from '@/lib/money/money'

/* Pieces of the schemas that describe API V2. */

/** A number of an answer: written as the text of a decimal, read as a JSON number. */
export const jsonNumber: z.ZodType<number | JsonNumber> = z.number()

/** An amount or quantity of a request. */
export const givenDecimal = z.union([z.number(), z.string()])

export const shortText = z.string().max(255)
export const emailText = z.string().max(254)
export const urlText = z.string().max(2048)

export const dateTimeText = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
export const dayText = z.string().regex(/^\d{4}-\d\d-\d\d$/)
export const shortDayText = z.string().regex(/^\d\d [A-Z][a-z]{2}, \d{4}$/)

export const success = z.literal('success')

/* Pieces of the dashboard's. */

/** An amount as `presentAmount` shows it. */
export const amountView: z.ZodType<AmountView> = z.object({ amount: z.string(), currency: z.string() })

/** A moment as `toISOString` writes it. */
export const moment = z.iso.datetime()

export const nothing = z.object({})
