import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import '../contract/input-messages.ts'
import {
  password_length_max,
  practice_system_answer_seconds_max,
  webhook_answer_seconds_max,
} from '../contract/limits.ts'
import type { OptionalService } from '../contract/setup.ts'
import { identityProviders, type IdentityProvider } from '../contract/sign-in-codes.ts'
import type { PlanName } from '../contract/plans.ts'
import {
  grantingSystemNames,
  type GrantingSystemName,
  type PracticeSystemName,
} from '../contract/practice-systems.ts'
import type { PasswordPolicy } from '../contract/password-requirements.ts'
import type { ProviderSettings, SignInMethods } from './modules/identity/index.ts'
import { secondAlgorithms, type SecondAlgorithm } from './platform/pdf/second-signature.ts'
import type { LanguageModelSettings } from './modules/clinical-notes/index.ts'
import type { GrantSettings } from './modules/practice-systems/index.ts'
import { parsePasswordPolicy, defaultPolicy } from './modules/identity/index.ts'
import type { OutboundHttpSettings } from './platform/http/outbound-http.ts'
import { parseClamavAddress, type ClamavAddress } from './platform/malware/clamav-scanner.ts'
import { parseMasterKey } from './platform/keys/keyring.ts'
import type { BackupKeys } from './backup/backup-key.ts'
import { readSettingsOf, SettingsProgramError } from './settings-program.ts'

/** Settings of a service the product can do without; `off` says so outright. */
export type Optional<Settings> = { off: true } | ({ off: false } & Settings)

const databaseEngines = ['postgresql', 'citus'] as const
type DatabaseEngine = (typeof databaseEngines)[number]

export type DatabaseConfig =
  | { embedded: true }
  | {
      embedded: false
      /** Connection strings of the application, the owner who migrates, and the sign-in tables' own login. */
      appUrl: string
      ownerUrl: string
      authUrl: string
      /** Of the application on a streaming replica; null where there is none. */
      readUrl: string | null
      /** Of the application past a pooler that the others lead through; null where there is none. */
      sessionUrl: string | null
      /** Whether that pooler keeps prepared statements. */
      keepsPrepared: boolean
      /** Whether its tables are spread over several servers, by Citus. */
      engine: DatabaseEngine
    }

export type ObjectStoreConfig = Optional<{
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** It came from a set-up page: files that lie on the disk since before are still read from there. */
  isSaved?: boolean
}>

/** What is not set is left out of the pages. */
export type Operator = {
  name: string
  postalAddress: string | null
  companyNumber: string | null
  icoNumber: string | null
}

/** Everything the environment decides, read once at start. */
export type Config = {
  mode: 'production' | 'development'
  listen: { host: string; port: number }
  /** Where a program that watches over the product reads its counts; off means nowhere. */
  metrics: Optional<{ host: string; port: number }>
  /** How often counts are sent to OpenTelemetry's receiver, which its exporter knows from the environment. */
  metricsExport: Optional<{ seconds: number }>
  /** Which part of all requests and jobs is recorded step by step, and sent where counts are. */
  tracesExport: Optional<{ ratio: number }>
  /** Where browsers find the product: an origin without a trailing slash. */
  publicAddress: string
  /** Proxies whose `X-Forwarded-*` headers are believed, as addresses or CIDR ranges. */
  trustedProxy: Optional<{ networks: string[] }>
  dataDir: string
  database: DatabaseConfig
  /** Off means the key file in the data directory. `others` are read besides while the key changes, and nothing is wrapped with them. */
  masterKey: Optional<{ key: KeyObject; others: KeyObject[] }>
  /** Off means the local outbox. */
  mail: Optional<{ url: string; from: string; bounceAddress: string | null }>
  /** Whom the public pages name, and whom enquiries are mailed to; off means the local outbox. */
  contact: Optional<{ address: string }>
  /** Where answers to mails about support tickets are collected; off means that they are given on the screen. */
  supportReplies: Optional<{ address: string; secret: string }>
  /** Who runs this installation, as its legal pages say it; off means that they name nobody. */
  operator: Optional<Operator>
  /** Off means that no mail server may tell what came back. */
  bounces: Optional<{ secret: string }>
  signIn: {
    ways: SignInMethods
    providers: ProviderSettings
    passwordPolicy: PasswordPolicy
    captcha: boolean
  }
  /** Off means the local outbox. */
  sms: Optional<{ accountSid: string; authToken: string; from: string; api: string }>
  /** Off means files on disk, in the data directory. */
  objectStore: ObjectStoreConfig
  /** The time-stamp authority for sealed documents. */
  timestamps: Optional<{ url: string }>
  /** A second signature in evidence bundles, beside the one of the seals. */
  secondSignature: Optional<{ algorithm: SecondAlgorithm }>
  /** Looks for malware in every file that comes in; off means that nobody does. */
  malwareScanner: Optional<{ address: ClamavAddress }>
  /** Reads clinical notes beside the rules; off means the rules alone. */
  languageModel: Optional<LanguageModelSettings>
  /** What makes videos playable, where the machine has it: looked for at start, and done without where it is not there. */
  video: Optional<{ ffmpeg: string; ffprobe: string }>
  /** Who is asked for the DNS records of domains; nobody named: whoever the machine asks. */
  nameServers: string[]
  /** What webhooks may call besides the internet, and whom they believe besides the usual authorities. */
  webhooks: OutboundHttpSettings
  /** Where practice systems are; their own addresses unless the installation says otherwise. */
  practiceSystems: {
    addresses: Record<PracticeSystemName, string>
    timeoutSeconds: number
    /** As whom the installation is registered with those that can let it in; without that, they take keys alone. */
    grants: GrantSettings
  }
  /** Off means that no practice system is given sealed documents. */
  writeBack: Optional<{ folder: string }>
  billing: Optional<{ secretKey: string; webhookSecret: string; api: string }>
  /** Where Stripe is asked. */
  stripeApi: string
  /** What Stripe calls the prices of the plans; people are asked to talk to us about a plan without one. */
  planPrices: Partial<Record<PlanName, string>>
  /** Whether Stripe adds VAT to invoices by what it knows of the address. */
  automaticTax: boolean
  /** Whether a start brings new wording of the shipped library in, or somebody does it on a set-up page. */
  libraryUpdates: 'at-start' | 'by-hand'
  /** What closes and opens archives. */
  backupKeys: BackupKeys
  /** A backup every night into this folder, at this hour (UTC), of which so many are kept; off means none. */
  nightlyBackup: Optional<{ folder: string; hour: number; keep: number }>
  /** Where the embedded database gives its write-ahead log to, for a restore to any moment; off means nowhere. */
  walArchive: Optional<{ folder: string }>
  demo: boolean
  /** Whether a new demo is given a year of history once it is served; never in an outside database. */
  demoYear: boolean
  logLevel: z.infer<typeof logLevel>
}

/** Thrown for an environment that cannot be used: one line a mistake, names without values. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(mistakes: string[]) {
    super(['Candour cannot start with these settings:', ...mistakes.map((line) => `  ${line}`)].join('\n'))
  }
}

const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
const text = z.string().optional()
const webUrl = url('http', 'https').optional()
/** Of a service that gets keys: never in the clear. */
const secureAddress = url('https').optional()
const postgresUrl = url('postgres', 'postgresql').optional()

/** As `SIGN_IN_WAYS` names them. */
const signInMethodNames = {
  password: 'password',
  'email-link': 'emailLink',
  phone: 'phone',
  passkey: 'passkey',
} as const

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  HOST: text,
  PORT: wholeNumber(1, 65_535).default(3000),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http', 'https').optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine(
      (value) => /^(0|1|[01]?\.\d{1,9})$/.test(value) && Number(value) <= 1,
      'must be a number from 0 to 1',
    )
    .transform(Number)
    .default(0.1),
  OTEL_METRIC_EXPORT_INTERVAL: wholeNumber(1000, 3_600_000).default(60_000),
  PUBLIC_ADDRESS: url('http', 'https')
    .refine(isOrigin, 'must be an origin alone, such as https://consent.example.org')
    .optional(),
  TRUSTED_PROXY: z
    .string()
    .transform((list) => list.split(',').map((network) => network.trim()))
    .refine((networks) => networks.join() === 'off' || networks.every(isNetwork), {
      error: "must be 'off', or addresses and CIDR ranges separated by commas",
    })
    .optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: postgresUrl,
  DATABASE_OWNER_URL: postgresUrl,
  DATABASE_AUTH_URL: postgresUrl,
  DATABASE_READ_URL: postgresUrl,
  DATABASE_SESSION_URL: postgresUrl,
  DATABASE_PREPARED: z.enum(['on', 'off']).optional(),
  DATABASE_ENGINE: z.enum(databaseEngines).default('postgresql'),
  MASTER_KEY: z
    .string()
    .transform(parseMasterKey)
    .refine((key) => key !== undefined, 'must be 32 bytes as 64 hexadecimal digits or as base64')
    .optional(),
  MASTER_KEY_OTHERS: z
    .string()
    .transform((list) => list.split(',').map((key) => parseMasterKey(key.trim())))
    .refine((keys) => keys.every((key) => key !== undefined), 'must be master keys separated by commas')
    .optional(),
  SMTP_URL: url('smtp', 'smtps').optional(),
  MAIL_FROM: z.string().includes('@', { error: 'must hold an e-mail address' }).optional(),
  CONTACT_ADDRESS: z.email('must be an e-mail address').optional(),
  OPERATOR_NAME: text,
  OPERATOR_ADDRESS: text,
  OPERATOR_COMPANY_NUMBER: text,
  OPERATOR_ICO_NUMBER: text,
  MAIL_BOUNCE_ADDRESS: z
    .string()
    .regex(/^[^\s@+]+@[^\s@]+$/, "must be an e-mail address without a '+'")
    .optional(),
  SUPPORT_REPLY_ADDRESS: z
    .string()
    .regex(
      /^[^\s@+]{1,24}@[^\s@]+$/,
      "must be an e-mail address without a '+', of at most 24 letters before the '@'",
    )
    .optional(),
  SUPPORT_REPLY_SECRET: z.string().min(32, 'must have 32 characters at least').optional(),
  MAIL_BOUNCE_SECRET: z.string().min(32, 'must have 32 characters at least').optional(),
  S3_ENDPOINT: webUrl,
  S3_REGION: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  TSA_URL: webUrl,
  SECOND_SIGNATURE: z.enum(secondAlgorithms).optional(),
  CLAMAV_SOCKET: z
    .string()
    .transform(parseClamavAddress)
    .refine(
      (address) => address !== undefined,
      'must be the path of a socket, or a host and a port as host:3310',
    )
    .optional(),
  DNS_SERVERS: z
    .string()
    .transform((list) => list.split(',').map((server) => server.trim()))
    .optional(),
  WEBHOOK_NETWORKS: z
    .string()
    .transform((list) => list.split(',').map((network) => network.trim()))
    .refine(
      (networks) => networks.every(isNetwork),
      'must hold addresses and CIDR ranges separated by commas',
    )
    .optional(),
  WEBHOOK_CA_FILE: z
    .string()
    .transform(readText)
    .refine((pem) => pem?.includes('BEGIN CERTIFICATE'), 'must name a file with a certificate as PEM')
    .optional(),
  DENTALLY_ADDRESS: secureAddress,
  DENTALLY_SANDBOX_ADDRESS: secureAddress,
  OPEN_DENTAL_ADDRESS: secureAddress,
  DENTALLY_CLIENT_ID: text,
  DENTALLY_CLIENT_SECRET: text,
  DENTALLY_SANDBOX_CLIENT_ID: text,
  DENTALLY_SANDBOX_CLIENT_SECRET: text,
  DENTALLY_SCOPES: text,
  WRITE_BACK_DIR: text,
  BACKUP_DIR: text,
  BACKUP_HOUR: wholeNumber(0, 23).optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).optional(),
  WAL_ARCHIVE_DIR: z
    .string()
    .regex(/^\/[\w./-]+$/, 'must be an absolute path of letters, digits and ._/- alone')
    .optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]{10,}$/, "must be a public key of age, which begins with 'age1'")
    .optional(),
  BACKUP_IDENTITY: z
    .string()
    .regex(
      /^AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{10,}$/,
      "must be a key of age, which begins with 'AGE-SECRET-KEY-1'",
    )
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(16, 'must have 16 characters at least').optional(),
  FFMPEG: text,
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_PUBLIC_KEY: text,
  STRIPE_PRICE_STARTER: text,
  STRIPE_PRICE_GROWTH: text,
  STRIPE_PRICE_PRO: text,
  STRIPE_PRICE_GROWTH_PRO: text,
  STRIPE_PRICE_ENTERPRISE: text,
  STRIPE_TAX: z.enum(['automatic', 'none']).default('none'),
  STRIPE_API: webUrl.default('https://api.stripe.com'),
  LIBRARY_UPDATES: z.enum(['at-start', 'by-hand']).default('at-start'),
  SIGN_IN_WAYS: z
    .string()
    .transform((list) => list.split(',').map((way) => way.trim()))
    .refine((ways) => ways.every((way) => way in signInMethodNames), {
      error: `must name some of ${Object.keys(signInMethodNames).join(', ')}, separated by commas`,
    })
    .optional(),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  FACEBOOK_CLIENT_ID: text,
  FACEBOOK_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  TWITTER_CLIENT_ID: text,
  TWITTER_CLIENT_SECRET: text,
  IDENTITY_PEER: webUrl,
  PASSWORD_POLICY: z
    .string()
    .transform(parsePasswordPolicy)
    .refine((policy) => policy !== undefined, {
      error: `must be 'none', or a list such as length:12-64,lowercase,uppercase,digit,symbol,breached; no password is longer than ${password_length_max}`,
    })
    .optional(),
  CAPTCHA: z.enum(['on', 'off']).default('off'),
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  TWILIO_FROM: text,
  TWILIO_API: webUrl.default('https://api.twilio.com'),
  LLM_PROVIDER: z.enum(['openai-compatible', 'anthropic']).optional(),
  LLM_BASE_URL: webUrl,
  LLM_MODEL: text,
  LLM_API_KEY: text,
  DEMO: z.enum(['on', 'off']).optional(),
  DEMO_YEAR: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: logLevel.default('info'),
})

type Environment = z.infer<typeof environment>

const clientKeys = {
  google: { id: 'GOOGLE_CLIENT_ID', secret: 'GOOGLE_CLIENT_SECRET' },
  facebook: { id: 'FACEBOOK_CLIENT_ID', secret: 'FACEBOOK_CLIENT_SECRET' },
  github: { id: 'GITHUB_CLIENT_ID', secret: 'GITHUB_CLIENT_SECRET' },
  twitter: { id: 'TWITTER_CLIENT_ID', secret: 'TWITTER_CLIENT_SECRET' },
} as const satisfies Record<IdentityProvider, { id: keyof Environment; secret: keyof Environment }>

const grantKeys = {
  dentally: { id: 'DENTALLY_CLIENT_ID', secret: 'DENTALLY_CLIENT_SECRET' },
  'dentally-sandbox': { id: 'DENTALLY_SANDBOX_CLIENT_ID', secret: 'DENTALLY_SANDBOX_CLIENT_SECRET' },
} as const satisfies Record<GrantingSystemName, { id: keyof Environment; secret: keyof Environment }>

/** What is read, and what is written back; their names are to be confirmed with Dentally (docs/practice-systems.md). */
const dentallyScopes = [
  ...['patient:read', 'patient:update', 'appointment:read', 'practitioner:read', 'treatment:read'],
  ...['practice:read', 'note', 'attachment'],
].join(' ')

/** Settings that make sense only all together. */
const groups: (keyof Environment)[][] = [
  ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_AUTH_URL', 'MASTER_KEY'],
  ['MASTER_KEY_OTHERS', 'MASTER_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['SUPPORT_REPLY_ADDRESS', 'SUPPORT_REPLY_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['LLM_PROVIDER', 'LLM_MODEL'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ...identityProviders.map((provider): (keyof Environment)[] => [
    clientKeys[provider].id,
    clientKeys[provider].secret,
  ]),
  ...Object.values(grantKeys).map(({ id, secret }): (keyof Environment)[] => [id, secret]),
]

/**
 * Reads the environment, and what the program that it names adds to it, throwing a `ConfigError` that names every mistake
 * at once.
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const present = presentIn({ ...settingsFromProgram(presentIn(variables)), ...presentIn(variables) })
  const parsed = environment.safeParse(present)
  const mistakes = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  mistakes.push(
    ...groups.flatMap((group) => findMissingSettings(group, present)),
    ...findReplicaOfNothing(present),
    ...findPoolerProblems(present),
    ...findEngineProblems(present),
    ...findMissingProxy(present),
    ...findUnnamedOperator(present),
    ...findModelSettingProblems(present),
    ...findMixedKeys(present),
    ...findBackupSettingProblems(present),
  )
  if (!parsed.success || mistakes.length > 0) throw new ConfigError(mistakes)
  return assemble(parsed.data)
}

/** The parts the 'Configuration Required' panel names, by what is not set up. */
export function findUnconfigured(config: Config): OptionalService[] {
  const missing = { billing: config.billing.off, database: config.database.embedded, mail: config.mail.off }
  return (['billing', 'database', 'mail'] as const).filter((part) => missing[part])
}

const presentIn = (variables: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => !isMissing(entry[1])),
  )

/** What the environment itself names wins over what a program says. */
function settingsFromProgram({ SETTINGS_PROGRAM: program }: Record<string, string>): Record<string, string> {
  if (program === undefined) return {}
  try {
    return readSettingsOf(program)
  } catch (error) {
    if (!(error instanceof SettingsProgramError)) throw error
    throw new ConfigError([`SETTINGS_PROGRAM: ${error.message}`])
  }
}

/** A setting counts as missing when it is empty or still holds the placeholder of an example file. */
function isMissing(value: string | undefined): boolean {
  return !value?.trim() || value.includes('your_')
}

function findMissingSettings(group: string[], present: Record<string, unknown>): string[] {
  const named = group.find((name) => name in present && name !== 'MASTER_KEY')
  if (!named) return []
  return group
    .filter((name) => !(name in present))
    .map((name) => `${name}: is needed because ${named} is set`)
}

/** The embedded database has no replica. */
const findReplicaOfNothing = ({ DATABASE_URL, DATABASE_READ_URL }: Record<string, unknown>): string[] =>
  DATABASE_READ_URL !== undefined && DATABASE_URL === undefined
    ? ['DATABASE_URL: is needed because DATABASE_READ_URL is set']
    : []

/** What names a pooler makes sense only with a database outside, and with a way past the pooler. */
function findPoolerProblems(present: Record<string, string | undefined>): string[] {
  const { DATABASE_URL: through, DATABASE_SESSION_URL: past, DATABASE_PREPARED: prepared } = present
  const mistakes: string[] = []
  if (past !== undefined && through === undefined)
    mistakes.push('DATABASE_URL: is needed because DATABASE_SESSION_URL is set')
  if (past !== undefined && past === through)
    mistakes.push('DATABASE_SESSION_URL: is the same as DATABASE_URL; it must lead past the pooler')
  if (prepared !== undefined && past === undefined)
    mistakes.push('DATABASE_SESSION_URL: is needed because DATABASE_PREPARED is set')
  return mistakes
}

/** Settings that were never tried where tables are spread over several servers. */
const singleServerSettings = ['DATABASE_READ_URL', 'DATABASE_SESSION_URL', 'BACKUP_DIR']

function findEngineProblems(present: Record<string, string | undefined>): string[] {
  if (present['DATABASE_ENGINE'] !== 'citus') return []
  const mistakes = singleServerSettings
    .filter((name) => name in present)
    .map((name) => `${name}: cannot be used with DATABASE_ENGINE=citus`)
  if (!('DATABASE_URL' in present)) mistakes.push('DATABASE_URL: is needed because DATABASE_ENGINE is citus')
  if (present['DEMO'] === 'on') mistakes.push('DEMO: cannot be on with DATABASE_ENGINE=citus')
  return mistakes
}

/**
 * An https address means that something in front ends TLS: unless it is named, every visitor would have its address,
 * in the evidence of signatures and in the limits alike. Where there truly is none, `off` says so.
 */
function findMissingProxy({ PUBLIC_ADDRESS, TRUSTED_PROXY }: Record<string, string | undefined>): string[] {
  if (!PUBLIC_ADDRESS?.startsWith('https:') || TRUSTED_PROXY !== undefined) return []
  return ["TRUSTED_PROXY: is needed because PUBLIC_ADDRESS is https: name the proxy in front, or say 'off'"]
}

/** An address or a number of nobody says nothing. */
function findUnnamedOperator(present: Record<string, unknown>): string[] {
  const facts = ['OPERATOR_ADDRESS', 'OPERATOR_COMPANY_NUMBER', 'OPERATOR_ICO_NUMBER']
  const named = facts.find((name) => name in present)
  return named && !('OPERATOR_NAME' in present) ? [`OPERATOR_NAME: is needed because ${named} is set`] : []
}

/** Anthropic has one address and asks for a key; any other endpoint has an address of its own, and perhaps no key. */
function findModelSettingProblems(present: Record<string, string | undefined>): string[] {
  const needed = { anthropic: 'LLM_API_KEY', 'openai-compatible': 'LLM_BASE_URL' }
  const name = needed[present.LLM_PROVIDER as keyof typeof needed]
  if (name && !present[name]) return [`${name}: is needed because LLM_PROVIDER is ${present.LLM_PROVIDER}`]
  const isIdle = !present.LLM_PROVIDER && (present.LLM_BASE_URL ?? present.LLM_API_KEY)
  return isIdle ? ['LLM_PROVIDER: is needed because another LLM setting is set'] : []
}

/** An archive is closed with a public key or with a passphrase, never with neither, and cannot be closed with both. */
function findBackupSettingProblems(present: Record<string, unknown>): string[] {
  const has = (name: string) => name in present
  const mistakes: string[] = []
  if (has('BACKUP_RECIPIENT') && has('BACKUP_PASSPHRASE'))
    mistakes.push('BACKUP_PASSPHRASE: cannot be used beside BACKUP_RECIPIENT')
  if (has('BACKUP_DIR') && !has('BACKUP_RECIPIENT') && !has('BACKUP_PASSPHRASE'))
    mistakes.push('BACKUP_RECIPIENT: it or BACKUP_PASSPHRASE is needed because BACKUP_DIR is set')
  for (const name of ['BACKUP_HOUR', 'BACKUP_KEEP'])
    if (has(name) && !has('BACKUP_DIR')) mistakes.push(`BACKUP_DIR: is needed because ${name} is set`)
  if (has('WAL_ARCHIVE_DIR') && has('DATABASE_URL'))
    mistakes.push(
      'WAL_ARCHIVE_DIR: is for the embedded database; the server of DATABASE_URL archives by itself',
    )
  return mistakes
}

/** A key for trying, beside one for real payments, is a mistake that would show only when somebody pays. */
function findMixedKeys(present: Record<string, unknown>): string[] {
  const isForTrying = (name: string) => /^[prs]k_test_/.test(String(present[name] ?? ''))
  const isForReal = (name: string) => /^[prs]k_live_/.test(String(present[name] ?? ''))
  const [secret, shown] = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLIC_KEY']
  const isMixed = (isForTrying(secret) && isForReal(shown)) || (isForReal(secret) && isForTrying(shown))
  return isMixed
    ? [`${shown}: is for another mode than ${secret}; take both from the same page of Stripe`]
    : []
}

const backup_hour = 2
const backups_kept = 14

const anthropicAddress = 'https://api.anthropic.com/v1'

function assembleLanguageModel(env: Environment): Config['languageModel'] {
  const { LLM_PROVIDER: provider, LLM_MODEL: model, LLM_BASE_URL: given, LLM_API_KEY: apiKey = '' } = env
  if (!provider || !model) return { off: true }
  const baseUrl = (given ?? anthropicAddress).replace(/\/+$/, '')
  return { off: false, provider, model, baseUrl, apiKey }
}

function assemble(env: Environment): Config {
  const embedded = !env.DATABASE_URL
  return {
    mode: env.NODE_ENV === 'production' ? 'production' : 'development',
    listen: { host: env.HOST ?? defaultHost(env), port: env.PORT },
    metrics: env.METRICS_PORT
      ? { off: false, host: env.METRICS_HOST ?? '127.0.0.1', port: env.METRICS_PORT }
      : { off: true },
    metricsExport: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { off: false, seconds: env.OTEL_METRIC_EXPORT_INTERVAL / 1000 }
      : { off: true },
    tracesExport:
      env.OTEL_TRACES_EXPORTER === 'otlp' &&
      (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT)
        ? { off: false, ratio: env.OTEL_TRACES_SAMPLER_ARG }
        : { off: true },
    publicAddress: new URL(env.PUBLIC_ADDRESS ?? `http://localhost:${env.PORT}`).origin,
    trustedProxy:
      !env.TRUSTED_PROXY || env.TRUSTED_PROXY.join() === 'off'
        ? { off: true }
        : { off: false, networks: env.TRUSTED_PROXY },
    dataDir: path.resolve(env.DATA_DIR),
    database: embedded
      ? { embedded }
      : {
          embedded,
          appUrl: env.DATABASE_URL!,
          ownerUrl: env.DATABASE_OWNER_URL!,
          authUrl: env.DATABASE_AUTH_URL!,
          readUrl: env.DATABASE_READ_URL ?? null,
          sessionUrl: env.DATABASE_SESSION_URL ?? null,
          keepsPrepared: env.DATABASE_PREPARED !== 'off',
          engine: env.DATABASE_ENGINE,
        },
    masterKey: env.MASTER_KEY
      ? { off: false, key: env.MASTER_KEY, others: env.MASTER_KEY_OTHERS ?? [] }
      : { off: true },
    mail: env.SMTP_URL
      ? {
          off: false,
          url: env.SMTP_URL,
          from: env.MAIL_FROM!,
          bounceAddress: env.MAIL_BOUNCE_ADDRESS ?? null,
        }
      : { off: true },
    contact: env.CONTACT_ADDRESS ? { off: false, address: env.CONTACT_ADDRESS } : { off: true },
    operator: assembleOperator(env),
    bounces: env.MAIL_BOUNCE_SECRET ? { off: false, secret: env.MAIL_BOUNCE_SECRET } : { off: true },
    supportReplies: env.SUPPORT_REPLY_ADDRESS
      ? { off: false, address: env.SUPPORT_REPLY_ADDRESS, secret: env.SUPPORT_REPLY_SECRET! }
      : { off: true },
    signIn: assembleSignIn(env),
    sms: env.TWILIO_ACCOUNT_SID
      ? {
          off: false,
          accountSid: env.TWILIO_ACCOUNT_SID,
          authToken: env.TWILIO_AUTH_TOKEN!,
          from: env.TWILIO_FROM!,
          api: env.TWILIO_API,
        }
      : { off: true },
    objectStore: assembleObjectStore(env),
    timestamps: env.TSA_URL ? { off: false, url: env.TSA_URL } : { off: true },
    secondSignature: env.SECOND_SIGNATURE ? { off: false, algorithm: env.SECOND_SIGNATURE } : { off: true },
    malwareScanner: env.CLAMAV_SOCKET ? { off: false, address: env.CLAMAV_SOCKET } : { off: true },
    languageModel: assembleLanguageModel(env),
    nameServers: env.DNS_SERVERS ?? [],
    webhooks: {
      privateNetworks: env.WEBHOOK_NETWORKS ?? [],
      timeoutSeconds: webhook_answer_seconds_max,
      ...(env.WEBHOOK_CA_FILE ? { certificateAuthority: env.WEBHOOK_CA_FILE } : {}),
    },
    practiceSystems: {
      addresses: {
        dentally: env.DENTALLY_ADDRESS ?? 'https://api.dentally.co',
        'dentally-sandbox': env.DENTALLY_SANDBOX_ADDRESS ?? 'https://api.sandbox.dentally.co',
        'open-dental': env.OPEN_DENTAL_ADDRESS ?? 'https://api.opendental.com/api/v1',
      },
      timeoutSeconds: practice_system_answer_seconds_max,
      grants: assembleGrants(env),
    },
    writeBack: env.WRITE_BACK_DIR ? { off: false, folder: path.resolve(env.WRITE_BACK_DIR) } : { off: true },
    video: videoPrograms(env.FFMPEG),
    backupKeys: {
      recipient: env.BACKUP_RECIPIENT ?? null,
      identity: env.BACKUP_IDENTITY ?? null,
      passphrase: env.BACKUP_PASSPHRASE ?? null,
    },
    nightlyBackup: env.BACKUP_DIR
      ? {
          off: false,
          folder: path.resolve(env.BACKUP_DIR),
          hour: env.BACKUP_HOUR ?? backup_hour,
          keep: env.BACKUP_KEEP ?? backups_kept,
        }
      : { off: true },
    walArchive: env.WAL_ARCHIVE_DIR ? { off: false, folder: env.WAL_ARCHIVE_DIR } : { off: true },
    billing: env.STRIPE_SECRET_KEY
      ? {
          off: false,
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET!,
          api: env.STRIPE_API,
        }
      : { off: true },
    stripeApi: env.STRIPE_API,
    planPrices: assemblePlanPrices(env),
    automaticTax: env.STRIPE_TAX === 'automatic',
    libraryUpdates: env.LIBRARY_UPDATES,
    demo: env.DEMO ? env.DEMO === 'on' : embedded,
    demoYear: embedded && env.DEMO !== 'off' && env.DEMO_YEAR === 'on',
    logLevel: env.LOG_LEVEL,
  }
}

/**
 * Where the server listens unless that is said: on this machine alone, where a proxy or its own browser asks. An
 * installation with the embedded database whose plain address is not this machine's own name is meant for the network
 * it stands in, and listens on all of it.
 */
function defaultHost({ DATABASE_URL, PUBLIC_ADDRESS, TRUSTED_PROXY = ['off'] }: Environment): string {
  const { protocol, hostname } = new URL(PUBLIC_ADDRESS ?? 'http://localhost')
  const isHere =
    hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.|\[::1\]$)/.test(hostname)
  const isServedHere = !DATABASE_URL && protocol === 'http:' && TRUSTED_PROXY.join() === 'off'
  return isServedHere && !isHere ? '0.0.0.0' : '127.0.0.1'
}

/** Growth is called Pro too, so its price may be given under either name. */
function assemblePlanPrices(env: Environment): Config['planPrices'] {
  const prices = {
    starter: env.STRIPE_PRICE_STARTER,
    growth: env.STRIPE_PRICE_GROWTH ?? env.STRIPE_PRICE_PRO,
    'growth-pro': env.STRIPE_PRICE_GROWTH_PRO,
    enterprise: env.STRIPE_PRICE_ENTERPRISE,
  }
  return Object.fromEntries(Object.entries(prices).filter(([, id]) => id !== undefined))
}

function assembleOperator(env: Environment): Config['operator'] {
  if (!env.OPERATOR_NAME) return { off: true }
  return {
    off: false,
    name: env.OPERATOR_NAME,
    postalAddress: env.OPERATOR_ADDRESS ?? null,
    companyNumber: env.OPERATOR_COMPANY_NUMBER ?? null,
    icoNumber: env.OPERATOR_ICO_NUMBER ?? null,
  }
}

/** `ffmpeg` and its `ffprobe`, beside it where it is named with a folder; 'off' for neither. */
function videoPrograms(named = 'ffmpeg'): Config['video'] {
  if (named === 'off') return { off: true }
  return { off: false, ffmpeg: named, ffprobe: path.join(path.dirname(named), 'ffprobe') }
}

function assembleGrants(env: Environment): GrantSettings {
  const clients: GrantSettings['clients'] = {}
  for (const system of grantingSystemNames) {
    const { id, secret } = grantKeys[system]
    if (env[id]) clients[system] = { clientId: env[id], clientSecret: env[secret]! }
  }
  return { clients, scopes: env.DENTALLY_SCOPES ?? dentallyScopes }
}

/** Every way is open unless some are named; providers are open where they are set up. */
function assembleSignIn(env: Environment): Config['signIn'] {
  const open = (name: keyof typeof signInMethodNames) => env.SIGN_IN_WAYS?.includes(name) ?? true
  const clients: ProviderSettings['clients'] = {}
  for (const provider of identityProviders) {
    const { id, secret } = clientKeys[provider]
    if (env[id]) clients[provider] = { clientId: env[id], clientSecret: env[secret]! }
  }
  return {
    ways: {
      password: open('password'),
      emailLink: open('email-link'),
      phone: open('phone'),
      passkey: open('passkey'),
      providers: identityProviders.filter((provider) => provider in clients),
    },
    providers: { clients, peer: env.IDENTITY_PEER ?? null },
    passwordPolicy: env.PASSWORD_POLICY ?? defaultPolicy,
    captcha: env.CAPTCHA === 'on',
  }
}

function assembleObjectStore(env: Environment): ObjectStoreConfig {
  if (!env.S3_BUCKET) return { off: true }
  return {
    off: false,
    endpoint: env.S3_ENDPOINT!,
    region: env.S3_REGION!,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID!,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
  }
}

function url(...protocols: string[]) {
  const error = `must be an address that begins with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`
  return z
    .string()
    .refine((value) => protocols.some((name) => URL.parse(value)?.protocol === `${name}:`), { error })
}

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,5}$/, error)
    .transform(Number)
    .refine((number) => number >= min && number <= max, error)
}

/** The text of a file; undefined where it cannot be read. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function isOrigin(text: string): boolean {
  const parsed = URL.parse(text)
  return parsed !== null && parsed.href === `${parsed.origin}/`
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (!family || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
