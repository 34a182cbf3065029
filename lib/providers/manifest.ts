import type { z } from 'zod'
import type { PaymentNotification, PaymentProvider } from './payment-provider'
import type { PayoutProvider } from './payout-provider'

/** `rehearsal`: the provider's own test environment, where no money is real. */
export type Environment = 'real' | 'rehearsal'

type Values<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

/** A network's terms at a provider. */
export type RailTerms = {
  /** The most business days that a transfer takes; null: not known. */
  businessDays: number | null
  /** The most that one transfer may carry, in US cents; null: no limit that matters here. */
  maxMinor: bigint | null
}

/** A problem with a setting; the message goes on from its name. */
export type SettingProblem = [setting: string, message: string]

/**
 * Describes a live provider without loading its code, because every process reads the manifests for the settings. CONTRIBUTING.md
 * says how to write one.
 */
export type Manifest<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  /** Stored with each payment and payout, so it stays as it is. */
  name: string
  /** As a person reads it. */
  title: string
  /** Nobody here has tried it with an account: it is named only where somebody chose it. */
  isPreview?: true
  /** With their words for the docs. What it shares with another provider comes from that one's manifest. */
  settings: Shape
  /** It is configured where all of these are set. Some of them without the others are refused at the start. */
  needs: readonly (keyof Shape & string)[]
  /** Settings of another provider that must be set too. */
  needsOf?: readonly (keyof Shape & string)[]
  /** Absent: it takes no payments. */
  payments?: {
    currencies: 'all' | readonly string[]
    /** Of the buyer, ISO 3166-1 alpha-2. */
    countries: 'all' | readonly string[]
    /** In words for the docs. */
    refunds: string
    limits: string
  }
  /** Absent: it makes no payouts. All of them are US dollars to accounts of banks in the United States. */
  payouts?: {
    rails: Readonly<Record<string, RailTerms>>
    /** `service`: we try one rail after another, so a rule may name them. `provider`: it chooses by itself. */
    railChosenBy: 'service' | 'provider'
    limits: string
  }
  /** Null: it sends none, and is asked. */
  notifications: string | null
  /** The address of its API, and the setting that replaces it. */
  api(settings: Values<Shape>, environment: Environment): { setting: keyof Shape & string; url: string }
  /**
   * Problems that follow from several settings. `host` is where its API is; null if it isn't configured, or a stand-in on this
   * machine takes its place.
   */
  problems(
    settings: Values<Shape>,
    facts: { environment: Environment; host: string | null },
  ): readonly SettingProblem[]
  /** Notes for the operator: consequences of these settings, and facts that no check can find out. */
  notes(settings: Values<Shape>): string[]
}

/** The values of a manifest's settings. */
export type SettingsOf<Own extends { settings: z.ZodRawShape }> = Values<Own['settings']>

/** Checks the manifest's parts against each other. All of them are read in one list, which is given the values of all. */
export function defineProvider<Shape extends z.ZodRawShape>(
  manifest: Manifest<Shape>,
): Omit<Manifest, 'settings'> & { settings: Shape } {
  return manifest as unknown as Manifest & { settings: Shape }
}

/** The ids of beneficiaries at a payout provider, by keys of the adapter's own. If a key is saved twice, the first id stays. */
export type BeneficiaryStore = {
  find(key: string): Promise<string | null>
  save(key: string, beneficiaryId: string): Promise<void>
}

/** The service's own parts that an adapter uses. */
type Surroundings = {
  environment: Environment
  /** Where the provider sends its notifications. */
  notificationUrl: string
  beneficiaries: BeneficiaryStore
}

/** A provider's code. Its methods are called for a provider that is configured. */
export type Adapter<Settings> = {
  payments?(settings: Settings, surroundings: Surroundings): PaymentProvider
  payouts?(settings: Settings, surroundings: Surroundings): PayoutProvider
  /** Absent where the manifest says that it sends none. */
  readNotification?(settings: Settings, received: ReceivedNotification): NotificationReading
}

export type ReceivedNotification = {
  /** The body as received, before any parsing. */
  rawBody: Buffer
  headers: Pick<Headers, 'get'>
  now: Date
}

/** What was received: each part of it is a reason to ask the provider, not an outcome. */
export type NotificationReading =
  /** Not signed with one of our secrets, or too long ago. */
  | { kind: 'forged' }
  /** Signed, and of a form that we can't read; `thin_event` names an object and has no copy of it. */
  | { kind: 'thin_event' | 'unreadable_event' }
  | {
      kind: 'read'
      payment?: PaymentNotification
      /** The key of a transfer that has changed. */
      transferKey?: string
      /** A person should change the provider's configuration. */
      alarm?: string
    }

/** The secrets in a setting: the old and the new one, separated by a comma, while it is rotated. */
export function secretsIn(setting: string): string[] {
  // An empty one would let anybody sign.
  return setting
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
