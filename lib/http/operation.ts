import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ApiKeyScope } from '@/lib/db/generated/enums'
import type { JsonValue } from '@/lib/json'
import { DAY_MS, SECOND_MS } from '@/lib/time/units'
import { type Commit, type Idempotency, runIdempotently } from './idempotency'
import { IGNORED_FIELDS_HEADER, ignoredFields, knownFields } from './ignored-fields'
import { type BodyReader, DEFAULT_MAX_BYTES, type QueryReader } from './input'
import type { BodyObject } from './json-body'
import type { Refusal, RefusalCode } from './refusals'
import { type Simulation, simulated } from './simulation'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The names in a path's braces: `/api/v2/invoice/{invoice_id}` has `invoice_id`. */
type PathParams<Path extends string> = Record<NamesIn<Path>, string>
type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** A request as plain values, whatever server received it. */
export type Call = {
  requestId: string
  method: string
  /** As the client sent it, without the query. */
  path: string
  params: Record<string, string>
  search: URLSearchParams
  headers: Pick<Headers, 'get'>
  /** Empty for GET and HEAD, whose bodies are not read. */
  body: Buffer
  /** The body as a JSON object; an empty body counts as `{}`. Refuses with `invalid_json`. */
  json: () => BodyObject
  /** The client's network address; null if no server reported it. */
  clientAddress: string | null
  /** Fields to add to the request's log line: ids only. */
  logged: Record<string, string>
  /** Headers of the answer, whatever it is. */
  answerHeaders: Record<string, string>
  /** Calls the listener when the client is gone, or at once if it is; perhaps only once the answer is sent. */
  onDisconnect: (listener: () => void) => void
  /** Time that it has waited on purpose, which is no work. */
  idle: { ms: number }
  /** Trouble that a test asked for. */
  simulation: Simulation | null
  /** Gets the answer; must neither wait nor throw. */
  onAnswer: ((answer: GivenAnswer) => void) | null
}

/** An answer that is about to be sent. */
export type GivenAnswer = {
  status: number
  /** Its body; null for a file, or a HEAD. */
  json: string | null
  durationMs: number
}

export type JsonAnswer<Status = number, Body = JsonValue> = {
  status: Status
  body: Body
  headers?: Record<string, string>
  /** `Set-Cookie` headers. */
  cookies?: readonly string[]
}

/** A document or an export. Refusals are JSON, as everywhere. */
export type FileAnswer<Status = number> = {
  status: Status
  content: Uint8Array<ArrayBuffer> | Readable | string
  contentType: string
  /** The file name under which a browser saves it. */
  filename: string
  /** `inline`: browsers show the file if they can. */
  disposition: 'inline' | 'attachment'
  headers?: Record<string, string>
}

export type Answer = JsonAnswer | FileAnswer

/** Declares an answer that is a file. */
export type FileDescription = { contentType: string; description: string }

type Answers = { readonly [status: number]: z.ZodType | FileDescription }

/** An answer that `handle` may return: a declared status with a body of that status's schema. */
type AnswerOf<A extends Answers> = {
  [Status in keyof A & number]: A[Status] extends z.ZodType<unknown, infer Body>
    ? JsonAnswer<Status, Body>
    : FileAnswer<Status>
}[keyof A & number]

/**
 * The callers that are let in, and the checks that decide it. `Caller` is what these give to the operation's
 * `handle`.
 */
export type Access<Caller> = {
  kind: 'api key' | 'session' | 'operator' | 'public'
  /** The scope that an API key needs. */
  scope?: ApiKeyScope
  /** The permission that a signed-in member's role must include. */
  permission?: string
  /** The refusals of `enter`, in the order of its checks. */
  codes: readonly RefusalCode[]
  enter: (call: Call) => Promise<Caller>
}

type Handling<Path extends string, Caller, Query, Input, I> = Omit<Call, 'params'> &
  Caller & { params: PathParams<Path>; query: Query; input: Input } & (I extends Idempotency
    ? { commit: Commit }
    : object)

export type Declaration<Path extends string, Caller, Query, Input, A extends Answers, I> = {
  method: Method
  path: Path
  /** Its title in the reference: verb and noun, such as `Create a customer`. */
  summary: string
  description?: string
  /** The chapter of the reference. */
  tag: string
  /** Further notes for the reference. */
  notes?: readonly string[]
  /** A successful request, for the reference. Ids are those of the schemas' examples. */
  example?: Example
  /** The meaning of each name in the path. */
  params?: { [Name in NamesIn<Path>]: string }
  access: Access<Caller>
  /** Absent: the operation reads `search` itself, or takes no query. */
  query?: QueryReader<Query>
  /** Absent: the operation takes no body. */
  body?: BodyReader<Input, NoInfer<Caller>>
  answers: A
  /** Refusals besides those of `access` and `body`, in the order of its checks. */
  errors?: readonly RefusalCode[]
  /** Set if the operation takes an Idempotency-Key. `handle` then commits its effect through `commit`. */
  idempotency?: I & (Caller extends Keyed ? Idempotency : never)
  /** Set if it will go. */
  deprecation?: Deprecation
  /** Level of the request's log line: `debug` for what monitors ask every few seconds. */
  logLevel?: 'info' | 'debug'
  /** Answers a refusal in a different form; null for the usual one. */
  refused?: (refusal: Refusal, call: Call) => Answer | null
}

/** An operation that will go: the days, `YYYY-MM-DD` in UTC, since which clients are told and on which it may be gone. */
export type Deprecation = { since: string; sunset: string; instead: string }

/** Clients have at least this long to change over. */
const NOTICE_DAYS = 365

/** The headers of RFC 9745 and RFC 8594. Throws if clients are told too late. */
function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  const [start, end] = [new Date(`${since}T00:00:00Z`), new Date(`${sunset}T00:00:00Z`)]
  const noticeDays = (end.getTime() - start.getTime()) / DAY_MS
  // A day that is none makes the comparison false.
  if (!(noticeDays >= NOTICE_DAYS))
    throw new Error(`Clients are told ${NOTICE_DAYS} days before an operation goes`)
  return { Deprecation: `@${start.getTime() / SECOND_MS}`, Sunset: end.toUTCString() }
}

/** Keys are kept apart by account. */
type Keyed = { account: { id: string } }

type Example = { idempotencyKey?: string; body?: { [field: string]: JsonValue } }

/** A declared operation, as tables, routers, descriptions and tests use it. */
export type Operation = {
  method: Method
  path: string
  summary: string
  description: string
  tag: string
  notes: readonly string[]
  example: Example
  params: Readonly<Record<string, string>>
  access: Pick<Access<unknown>, 'kind' | 'codes' | 'scope' | 'permission'>
  query: z.ZodObject | null
  body: { contentType: string; schema: z.ZodType | null } | null
  maximumBytes: number
  answers: Answers
  errors: readonly RefusalCode[]
  idempotency: Idempotency | null
  deprecation: Deprecation | null
  logLevel: 'info' | 'debug'
  run: (call: Call) => Promise<Answer>
  refused: (refusal: Refusal, call: Call) => Answer | null
}

/**
 * Declares an operation of one of the APIs; `handle` implements it. The checks run in this order: `access`,
 * the query, the body's fields, the Idempotency-Key, then whatever `handle` checks in the domain. `handle` is
 * separate so that its types follow from the declaration.
 */
export function operation<
  const Path extends string,
  const A extends Answers,
  Caller = object,
  Query = undefined,
  Input = undefined,
  const I extends Idempotency | undefined = undefined,
>(declaration: Declaration<Path, Caller, Query, Input, A, I>) {
  type Handle = (call: Handling<Path, Caller, Query, Input, I>) => Promise<AnswerOf<A>>
  type Replay = (resourceId: string, caller: Caller) => Promise<AnswerOf<A>>
  const { access, query, body, idempotency, deprecation } = declaration
  const farewell = deprecation ? deprecationHeaders(deprecation) : {}
  const farewellNotes = deprecation
    ? [
        `Deprecated since ${deprecation.since}: it may be gone from ${deprecation.sunset} on. ${deprecation.instead}`,
      ]
    : []
  // Programs are told which fields nobody reads.
  const bodyFields = access.kind === 'api key' ? knownFields(body?.schema ?? null, ['api_key']) : null
  return {
    /** `replay` answers a repeat by what the first request created; without it, by the first answer. */
    handle: (handle: Handle, { replay }: { replay?: Replay } = {}): Operation => ({
      method: declaration.method,
      path: declaration.path,
      summary: declaration.summary,
      description: declaration.description ?? '',
      tag: declaration.tag,
      notes: [...farewellNotes, ...(declaration.notes ?? [])],
      example: declaration.example ?? {},
      params: declaration.params ?? {},
      access,
      query: query?.schema ?? null,
      body: body ? { contentType: body.contentType, schema: body.schema } : null,
      maximumBytes: body?.maximumBytes ?? DEFAULT_MAX_BYTES,
      answers: declaration.answers,
      errors: [...new Set([...(body?.errors ?? []), ...(declaration.errors ?? [])])],
      idempotency: idempotency ?? null,
      deprecation: deprecation ?? null,
      logLevel: declaration.logLevel ?? 'info',
      refused: declaration.refused ?? (() => null),
      run: async (call) => {
        Object.assign(call.answerHeaders, farewell)
        const caller = await access.enter(call)
        const ignored = bodyFields && ignoredFields(call.json(), bodyFields)
        if (ignored) call.answerHeaders[IGNORED_FIELDS_HEADER] = ignored
        const handling = {
          ...call,
          ...caller,
          params: call.params,
          query: query?.read(call.search),
          input: body?.read(call, caller),
        }
        // The declaration's types ensure what this cast claims.
        const run = handle as unknown as (call: object) => Promise<JsonAnswer>
        return simulated(call.simulation, async () => {
          if (!idempotency) return run(handling)
          const { account } = caller as Keyed
          return runIdempotently(
            call,
            account.id,
            idempotency,
            (commit) => run({ ...handling, commit }),
            replay && ((resourceId) => replay(resourceId, caller) as Promise<JsonAnswer>),
          )
        })
      },
    }),
  }
}

/** The operations of an API by the names that its description and tests use. */
export type Table = Readonly<Record<string, Operation>>

/** Joins tables; asserts that no name occurs twice. */
export function joinTables(...tables: Table[]): Table {
  const joined: Record<string, Operation> = {}
  for (const [name, operation] of tables.flatMap((table) => Object.entries(table))) {
    if (joined[name]) throw new Error(`Two operations are named ${name}`)
    joined[name] = operation
  }
  return joined
}

/** Every refusal the operation can give, in the order of its checks. (`body_incomplete` and `client_gone` are left out: their client is gone.) */
export function refusalsOf({ method, access, body, errors, idempotency }: Operation): RefusalCode[] {
  const all: RefusalCode[] = [
    ...(method === 'GET' ? [] : (['body_too_large'] as const)),
    // A body without a schema is not parsed as JSON.
    ...(body?.schema ? (['invalid_json'] as const) : []),
    // A read has no body and changes nothing, so where it comes from does not matter.
    ...access.codes.filter(
      (code) => method !== 'GET' || (code !== 'cross_site_request' && code !== 'invalid_json'),
    ),
    ...(idempotency
      ? ([
          'idempotency_key_empty',
          'idempotency_key_too_long',
          'idempotency_key_reused',
          'idempotency_key_in_progress',
        ] as const)
      : []),
    ...errors,
    'internal_error',
    'service_unavailable',
  ]
  return [...new Set(all)]
}

export function isFile(answer: z.ZodType | FileDescription): answer is FileDescription {
  return 'contentType' in answer
}
