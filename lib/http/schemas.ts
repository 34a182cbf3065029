import { z } from 'zod'
import type { JsonNumber, JsonText } from '@/lib/json'
import type { AmountView } from '@/lib/money/money'

/* Schemas shared by API V2's operations. */

/** A number in an answer: written from a decimal's text, parsed as a JSON number. */
export const jsonNumber: z.ZodType<number | JsonNumber> = z.number()

/** A part of an answer that is JSON text by then. */
export function asJsonText<Schema extends z.ZodType>(part: Schema): z.ZodType<z.output<Schema>, JsonText> {
  return part as z.ZodType<z.output<Schema>, JsonText>
}

export const dateTimeText = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
export const dayText = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ format: 'date' })
export const shortDayText = z.string().regex(/^\d\d [A-Z][a-z]{2}, \d{4}$/)

export const success = z.literal('success')

/* Schemas shared by the dashboard's operations. */

/** An amount as `presentAmount` returns it. */
export const amountView: z.ZodType<AmountView> = z.object({ amount: z.string(), currency: z.string() })

/** A time as `toISOString` writes it. */
export const moment = z.iso.datetime()

export const nothing = z.object({})
