import type { z } from 'zod'
import { type BodyObject, type BodyValue, isMissing } from './json-body'
import { type Fault, Refusal, type RefusalCode } from './refusals'

/*
 * A field of a request body. Its declaration gives its parser, its schema and its refusals; fields.ts has the kinds. Which message comes first is part of the contract
 * (docs/decisions/0003-order-of-checks.md), so a body is checked twice: early checks are the rows of the contract's
 * error table, and come before the late checks of any field.
 */

export type Value = BodyValue | undefined

/** The path of a value, for messages, and the object that it is a field of. */
export type Place = { path: string; body: BodyObject }

export type Check<Output> = { errors: readonly RefusalCode[]; run: (value: Value, place: Place) => Output }

export class Field<Output> {
  constructor(
    /** Describes the field. */
    readonly schema: z.ZodType,
    readonly early: Check<unknown>,
    /** Parses the value. */
    readonly late: Check<Output>,
  ) {}

  /** Every refusal, in the order of the checks. */
  get errors(): readonly RefusalCode[] {
    return [...new Set([...this.early.errors, ...this.late.errors])]
  }

  /** Checks and parses a value; throws its first refusal. */
  read(value: Value, place: Place = TOP): Output {
    this.early.run(value, place)
    return this.late.run(value, place)
  }

  describe(text: string): Field<Output> {
    return new Field(this.schema.describe(text), this.early, this.late)
  }

  /** Refuses a missing value, early. */
  required(fault: Fault): Field<Output> {
    return new Field(this.schema, both(refusing(isMissing, fault), this.early), this.late)
  }

  /** Refuses a missing value, early, if the object that it is missing in needs it. */
  requiredIf(
    isNeeded: (body: BodyObject) => boolean,
    fault: Fault,
    isLeftOut: (value: Value) => boolean = isMissing,
  ): Field<Output | null> {
    const { schema, early, late } = this.optional(isLeftOut)
    const missing = refusing((value, { body }) => isLeftOut(value) && isNeeded(body), fault)
    return new Field(schema, both(missing, early), late)
  }

  /** Null if it is left out. */
  optional(isLeftOut: (value: Value) => boolean = isMissing): Field<Output | null> {
    return this.#unless(isLeftOut, this.schema.optional(), null)
  }

  /** The same, and the description says that null is allowed. */
  nullable(isLeftOut: (value: Value) => boolean = isMissing): Field<Output | null> {
    return this.#unless(isLeftOut, this.schema.nullable().optional(), null)
  }

  default<const Fallback>(fallback: Fallback, described: unknown = fallback): Field<Output | Fallback> {
    return this.#unless(isMissing, this.schema.default(described), fallback)
  }

  /** Takes part only if the object has it; for `changes`. */
  ifPresent(): Field<Output | undefined> {
    return this.#unless((value) => value === undefined, this.schema.optional(), undefined)
  }

  /** Null, whatever it holds, if its object makes it meaningless. */
  ignoredIf(isMeaningless: (body: BodyObject) => boolean): Field<Output | null> {
    return this.#unless((_, { body }) => isMeaningless(body), this.schema, null)
  }

  /** Converts what was parsed; null is refused. */
  parse<Next>(convert: (output: Output) => Next | null, fault: Fault): Field<Next> {
    const toNext = (output: Output) => convert(output) ?? throwFault(fault)
    return this.map(toNext, codeOf(fault))
  }

  /** Refuses what was parsed unless it is valid. */
  check(isValid: (output: Output) => boolean, fault: Fault): Field<Output> {
    return this.map((output) => (isValid(output) ? output : throwFault(fault)), codeOf(fault))
  }

  /** Converts what was parsed; `convert` may refuse with the errors. */
  map<Next>(convert: (output: Output, place: Place) => Next, ...errors: readonly RefusalCode[]): Field<Next> {
    const { late } = this
    return new Field(this.schema, this.early, {
      errors: [...late.errors, ...errors],
      run: (value, place) => convert(late.run(value, place), place),
    })
  }

  /** Adds an early check of the value as it was sent. */
  checkEarly(isValid: (value: Value) => boolean, fault: Fault): Field<Output> {
    const invalid = refusing((value) => !isValid(value), fault)
    return new Field(this.schema, both(this.early, invalid), this.late)
  }

  /** Makes all of its checks early. */
  allEarly(): Field<Output> {
    return new Field(this.schema, both(this.early, this.late), { ...this.late, errors: [] })
  }

  /** Makes all of its checks late. */
  allLate(): Field<Output> {
    const run = (value: Value, place: Place) => this.read(value, place)
    return new Field(this.schema, NO_CHECK, { errors: this.errors, run })
  }

  #unless<Fallback>(
    isSkipped: (value: Value, place: Place) => boolean,
    schema: z.ZodType,
    fallback: Fallback,
  ): Field<Output | Fallback> {
    const { early, late } = this
    return new Field<Output | Fallback>(
      schema,
      {
        errors: early.errors,
        run: (value, place) => {
          if (!isSkipped(value, place)) early.run(value, place)
        },
      },
      {
        errors: late.errors,
        run: (value, place) => (isSkipped(value, place) ? fallback : late.run(value, place)),
      },
    )
  }
}

const TOP: Place = { path: '', body: {} }
export const NO_CHECK: Check<void> = { errors: [], run: () => {} }

function refusing(isRefused: (value: Value, place: Place) => boolean, fault: Fault): Check<void> {
  return {
    errors: [codeOf(fault)],
    run: (value, place) => {
      if (isRefused(value, place)) throwFault(fault)
    },
  }
}

export function both(first: Check<unknown>, second: Check<unknown>): Check<void> {
  return {
    errors: [...first.errors, ...second.errors],
    run: (value, place) => {
      first.run(value, place)
      second.run(value, place)
    },
  }
}

export function codeOf(fault: Fault): RefusalCode {
  return typeof fault === 'string' ? fault : fault[0]
}

export function throwFault(fault: Fault): never {
  throw typeof fault === 'string' ? new Refusal(fault) : new Refusal(...fault)
}
