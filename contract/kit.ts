import { oc, type ContractProcedure, type ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import type { Audience, RequiredPermissions } from './access.ts'
import { filePathsOf, type FilePath } from './encoded-files.ts'
import type { KeyScope } from './integration-scopes.ts'
import { httpStatusByCode, type ErrorCode } from './errors.ts'
import type { Feature } from './features.ts'
import './input-messages.ts'
import { unprintableCharacters, unprintableMessage } from './printable-text.ts'
import { hasLetter, visibleLine, visibleText } from './visible-text.ts'

/** A refusal that the caller can act on: which code it carries and what it says. */
export type Refusal = { code: ErrorCode; message: string }
export type Refusals = Record<string, Refusal>

/** Limits on how often one address may try, kept in the database because these can be guessed or flooded (rulings 28). */
export type Rate = { attempts: number; seconds: number }

/**
 * `linked` and `linkRefused` are for an endpoint that serves a second act, as where identity providers send people back to;
 * `declined` for one that ends something, where it had not begun.
 */
export type OperationAuditActions = {
  done: string
  partly?: string
  declined?: string
  refused?: string
  linked?: string
  linkRefused?: string
}

export type OperationMeta<A extends Audience = Audience> = {
  access: A
  /** Clinic operations only: what the caller must hold besides being signed in. */
  needs: RequiredPermissions | null
  /** For other programs only: what the caller's key must be for. */
  scope: KeyScope | null
  /** The audit action written when the operation is done, only begun, or refused; reads write none. */
  audit: OperationAuditActions | null
  /** Reads and writes nothing, not even who read: the database refuses it to. */
  isRead: boolean
  /** Saves a record whole, and judges only the texts that changed: see `allowUnchangedText`. */
  validatesOnlyChanges: boolean
  /** The request carries an `Idempotency-Key`; the same key answers the same, once (rulings 17). */
  idempotent: boolean
  rate: Rate | null
  /** Asks for a factor proved within `step_up_minutes`; refused with `requires-recent-login` otherwise. */
  stepUp: boolean
  /** Asks for a solved challenge where a captcha is configured. */
  captcha: boolean
  /** A form that other sites post here, as identity providers do: it is for anyone, and no cookie counts for it. */
  acceptsForeignOrigin?: boolean | undefined
  bodyBytesMax: number
  /** Where its input brings files, which are scanned before its handler sees them. */
  filePaths: readonly FilePath[]
  /** How many statements a request of a hot operation sends at most, with nothing beside its subject; counted by a test. */
  statementsMax?: number | undefined
  /** What another program reads by several questions, which all see everything as it was at one moment. */
  isOneMoment?: boolean | undefined
  /** A read whose handler asks the database once, all at the same moment: it needs no transaction around it. */
  readsOnce?: boolean | undefined
  /** A read that may go to a replica where there is one, once it has all that was written when the read began. */
  reads?: 'replica' | undefined
  /** What it belongs to that may be switched off for a clinic; refused with `feature-off` then. */
  feature: Feature | null
  refusals: Refusals
  /** A valid input for documentation and the access test; `:name` values are filled from the test's fixture. */
  example: unknown
}

type Path = `/api/${string}`
type ErrorsOf<R extends Refusals> = { [K in keyof R]: { status: number; message: string } } & ErrorMap

export type Operation<
  A extends Audience,
  I extends z.ZodType,
  O extends z.ZodType,
  R extends Refusals,
> = ContractProcedure<I, O, ErrorsOf<R>, OperationMeta<A>>

/** Added to the refusals of whatever belongs to a feature. */
const featureOffRefusal: Refusals = {
  'feature-off': {
    code: 'aborted',
    message: 'This is switched off for your practice at the moment. Contact support for details.',
  },
}

/** Added to the refusals of whatever saves a record whole. */
const unprintableTextRefusal: Refusals = {
  unprintable: {
    code: 'invalid-argument',
    message: 'Some values contain characters that cannot be printed.',
  },
}

/** Added to the refusals of whatever brings a file: what the virus scanner found, and that it could not look. */
const fileScanRefusals: Refusals = {
  'file-infected': {
    code: 'invalid-argument',
    message:
      'This file contains malware and was not saved. Do not open it. Your administrators have been informed.',
  },
  'file-unchecked': {
    code: 'unavailable',
    message:
      'Files cannot be checked for viruses at the moment, so this one was not saved. Try again in a few minutes.',
  },
}

const default_body_bytes_max = 64 * 1024

/** One thing that can be asked: method and path, who may, what is written down, what goes in and out, and how it is refused. */
export function operation<
  A extends Audience,
  I extends z.ZodType,
  O extends z.ZodType,
  const R extends Refusals = Record<never, never>,
>(declared: {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: Path
  summary: string
  access: A
  needs?: A extends 'clinic' ? RequiredPermissions : never
  scope?: A extends 'program' ? KeyScope : never
  audit: OperationAuditActions | null
  idempotent?: boolean
  rate?: Rate
  stepUp?: A extends 'account' | 'clinic' | 'group' | 'admin' | 'setup' ? boolean : never
  captcha?: boolean
  bodyBytesMax?: number
  statementsMax?: number
  readsOnce?: boolean
  reads?: 'replica'
  feature?: A extends 'clinic' ? Feature : never
  validatesOnlyChanges?: boolean
  input: I
  output: O
  refusals?: R
  example: z.input<I>
}): Operation<A, I, O, R> {
  const { method, path, summary, access, output, refusals = {} as R, validatesOnlyChanges = false } = declared
  const input = validatesOnlyChanges ? allowUnchangedText(declared.input) : declared.input
  const filePaths = filePathsOf(input)
  const meta: OperationMeta<A> = {
    access,
    needs: declared.needs ?? null,
    scope: declared.scope ?? null,
    audit: declared.audit,
    isRead: method === 'GET' && declared.audit === null,
    validatesOnlyChanges,
    idempotent: declared.idempotent ?? false,
    rate: declared.rate ?? null,
    stepUp: declared.stepUp ?? false,
    captcha: declared.captcha ?? false,
    bodyBytesMax: declared.bodyBytesMax ?? default_body_bytes_max,
    filePaths,
    statementsMax: declared.statementsMax,
    readsOnce: declared.readsOnce,
    reads: declared.reads,
    feature: declared.feature ?? null,
    refusals: {
      ...refusals,
      ...(declared.feature ? featureOffRefusal : {}),
      ...(validatesOnlyChanges ? unprintableTextRefusal : {}),
      ...(filePaths.length > 0 ? fileScanRefusals : {}),
    },
    example: declared.example,
  }
  const errors = Object.fromEntries(
    Object.entries(meta.refusals).map(([reason, { code, message }]) => [
      reason,
      { status: httpStatusByCode[code], message },
    ]),
  )
  return (
    oc
      .$meta<OperationMeta<A>>(meta)
      .route({ method, path, summary })
      .errors(errors)
      .input(input)
      // What is stored is answered, whatever could be drawn when it was typed.
      .output(allowUnchangedText(output)) as unknown as Operation<A, I, O, R>
  )
}

/** What an endpoint that is no operation answers with: a file, the JSON of FHIR or SCIM, or news without an end (rulings 11). */
export type RouteKind = 'file' | 'fhir' | 'scim' | 'oauth' | 'stream'
type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An endpoint that is no operation: the same declarations, without a typed client (rulings 11). */
export type Route<A extends Audience, I extends z.ZodType, K extends RouteKind = RouteKind> = {
  kind: K
  /** What is posted stands among the parameters as `body`. */
  method: RouteMethod
  path: Path
  summary: string
  params: I
  meta: OperationMeta<A>
}
export type FileRoute<A extends Audience, I extends z.ZodType> = Route<A, I, 'file'>
export type StreamRoute<A extends Audience, I extends z.ZodType> = Route<A, I, 'stream'>

type RouteDeclaration<A extends Audience, I extends z.ZodType> = {
  method?: RouteMethod
  bodyBytesMax?: number
  acceptsForeignOrigin?: A extends 'anyone' ? boolean : never
  path: Path
  summary: string
  access: A
  needs?: A extends 'clinic' ? RequiredPermissions : never
  scope?: A extends 'integration' | 'program' ? KeyScope : never
  audit: OperationAuditActions | null
  rate?: Rate
  /** Of what only reads: see `OperationMeta`. */
  reads?: 'replica'
  params: I
  refusals?: Refusals
  example: z.input<I>
}

/** What an endpoint that is no operation does without, unless it says otherwise. */
const defaultRouteMeta = {
  validatesOnlyChanges: false,
  needs: null,
  scope: null,
  isRead: false,
  idempotent: false,
  rate: null,
  stepUp: false,
  captcha: false,
  // Of what is read whole: nothing. An upload streams.
  bodyBytesMax: 0,
  filePaths: [],
  feature: null,
} as const

/** Declares such an endpoint. Path parameters are written `:name`, as the HTTP server writes them; a query joins them. */
export function route<A extends Audience, I extends z.ZodType, K extends RouteKind>(
  kind: K,
  declared: RouteDeclaration<A, I>,
): Route<A, I, K> {
  const {
    method = 'GET',
    path,
    summary,
    access,
    needs,
    scope,
    audit,
    params,
    refusals = {},
    example,
  } = declared
  const meta = {
    ...defaultRouteMeta,
    bodyBytesMax: declared.bodyBytesMax ?? defaultRouteMeta.bodyBytesMax,
    acceptsForeignOrigin: declared.acceptsForeignOrigin ?? false,
    access,
    needs: needs ?? null,
    scope: scope ?? null,
    audit,
    rate: declared.rate ?? null,
    isRead: audit === null,
    isOneMoment: access === 'integration' && method === 'GET',
    reads: declared.reads,
    refusals,
    example,
  }
  return { kind, method, path, summary, params, meta }
}

/** An endpoint that takes a large file in pieces, and goes on where it was cut: tus 1.0 (rulings 11). */
export type UploadRoute<A extends Audience = Audience> = {
  kind: 'upload'
  /** POST here begins; the others name an upload below it. Each is admitted in its own right. */
  method: 'POST'
  path: Path
  summary: string
  /** Of one whole upload; counted while it arrives. */
  bytesMax: number
  meta: OperationMeta<A>
}

/** Declares such an endpoint: uploads are begun at `path`, and each is below it by its id. */
export function uploadRoute<A extends Audience>(
  declared: Omit<RouteDeclaration<A, z.ZodType>, 'params' | 'example' | 'rate'> & {
    feature?: Feature
    bytesMax: number
    example: { uploadId: string }
  },
): UploadRoute<A> {
  const { path, summary, access, needs, audit, feature = null, bytesMax, example } = declared
  const refusals = { ...declared.refusals, ...(feature ? featureOffRefusal : {}) }
  const meta = { ...defaultRouteMeta, access, needs: needs ?? null, audit, feature, refusals, example }
  return { kind: 'upload', method: 'POST', path, summary, bytesMax, meta }
}

/** An endpoint that a provider posts its news to: the body is taken as its bytes, which the signature was made over (rulings 5). */
export type WebhookRoute = {
  kind: 'webhook'
  method: 'POST'
  path: Path
  summary: string
  meta: OperationMeta<'provider'>
}

/** Declares a webhook. Its example is the body as the provider would send it. */
export function webhookRoute(declared: {
  path: Path
  summary: string
  audit: OperationAuditActions | null
  bodyBytesMax: number
  refusals?: Refusals
  example: string
}): WebhookRoute {
  const { path, summary, audit, bodyBytesMax, refusals = {}, example } = declared
  const meta = { ...defaultRouteMeta, access: 'provider', audit, bodyBytesMax, refusals, example } as const
  return { kind: 'webhook', method: 'POST', path, summary, meta }
}

/** Declares an endpoint that answers with a file, or leads to a page. A form that is posted stands as it was sent in `body`. */
export const fileRoute = <A extends Audience, I extends z.ZodType>(
  declared: RouteDeclaration<A, I>,
): FileRoute<A, I> => route('file', declared)

/** Declares an endpoint that answers with server-sent events: it stays open and tells news as it happens. */
export const streamRoute = <A extends Audience, I extends z.ZodType>(
  declared: RouteDeclaration<A, I>,
): StreamRoute<A, I> => route('stream', declared)

/** There is none such, or none the caller may know of. */
export const notFound = (what: string): Refusal => ({ code: 'not-found', message: `${what} not found` })
/** What was entered cannot be used; the message says what to enter. */
export const invalidArgument = (message: string): Refusal => ({ code: 'invalid-argument', message })
/** It cannot be done as things stand now; the message says what to do first. */
export const aborted = (message: string): Refusal => ({ code: 'aborted', message })

export const id = z.uuid()
/** So that days and years can be added and taken away where years are written with four digits. */
export const isPlausibleYear = (written: string): boolean => written >= '1000' && written < '3000'
const implausibleYearMessage = 'Use a year from 1000 to 2999'
/** A day of the calendar. */
export const isoDate = z.iso.date({ abort: true }).refine(isPlausibleYear, implausibleYearMessage)
export const instant = z.iso.datetime({ abort: true }).refine(isPlausibleYear, implausibleYearMessage)
/** Control characters but line breaks and tabs; what turns the reading direction is not seen, and already taken out. */
const controlCharacters = /\p{Cs}|(?![\n\r\t])\p{Cc}/u

/** What was typed, as it is seen, blanks around it and all: of text whose line breaks at its ends mean something. */
export const visibleTextField = () => z.string().overwrite(visibleText)
/** What somebody typed, as it is seen and without blanks around it: what every rule of a field judges. */
export const typedText = () => visibleTextField().trim()
const typedLine = () => z.string().overwrite(visibleLine)

const readableText = (typed: z.ZodString, max: number) =>
  typed.max(max).refine((seen) => !controlCharacters.test(seen), 'Remove characters that cannot be printed')

/** Tells what is refused for want of a font alone: values and records are none the worse for it. */
export const isUnprintableIssue = ({
  code,
  params,
}: {
  code?: string
  params?: Record<string, unknown> | undefined
}): boolean => code === 'custom' && params?.['isUnprintable'] === true
const printableText = (typed: z.ZodString, max: number) =>
  readableText(typed, max).check(({ value, issues }) => {
    const found = controlCharacters.test(value) ? [] : unprintableCharacters(value)
    if (found.length === 0) return
    const message = unprintableMessage(found)
    issues.push({ code: 'custom', message, input: value, continue: true, params: { isUnprintable: true } })
  })

/** Text typed by a person, as it can stand in a record: at most `max` characters, each of which a font of ours has. */
export const printedText = (max: number) => printableText(typedText(), max)
/** The same where it may not be empty: never only what cannot be seen. */
export const text = (max: number) => printedText(max).min(1, 'Enter a value')
/** The same where it may be left empty; absent becomes the empty string. */
export const optionalText = (max: number) => printedText(max).default('')
/** Text of one line: breaks and tabs in it become blanks. */
export const lineText = (max: number) => printableText(typedLine(), max).min(1, 'Enter a value')
export const optionalLine = (max: number) => printableText(typedLine(), max).default('')
/** What is looked for in whatever characters, and printed nowhere. */
export const searchText = (max: number) => readableText(typedText(), max).default('')
const isWithoutWebAddress = (typed: string): boolean => !/:\/\/|www\./i.test(typed)
const webAddressInNameMessage = 'Enter a name without a web address'
/** The name of a person or a practice, which our mails to others repeat: no way to send strangers elsewhere. */
export const nameText = (max: number) => lineText(max).refine(isWithoutWebAddress, webAddressInNameMessage)

/** What is empty is told as that, where it may not be. */
const requiredName = (name: string): boolean => name === '' || hasLetter(name)
const letterMissingMessage = 'Enter a name with at least one letter'
/** The name of a person, in whatever script. */
export const personName = (max: number) => nameText(max).refine(requiredName, letterMissingMessage)
const untrimmedPersonName = (max: number) =>
  printableText(typedLine(), max)
    .refine(isWithoutWebAddress, webAddressInNameMessage)
    .refine(requiredName, letterMissingMessage)
/** The same where it may be left empty. */
export const optionalPersonName = (max: number) => untrimmedPersonName(max).default('')
/** A first or a last name: empty where somebody has one name, but not where what was typed cannot be seen. */
export const firstOrLastName = (max: number) =>
  z
    .string()
    .refine((typed) => typed.trim() === '' || visibleLine(typed) !== '', letterMissingMessage)
    .pipe(untrimmedPersonName(max))
    .default('')

/**
 * The input of a change to a record that is sent whole: what it held before may have characters that cannot be printed,
 * and another field of it can be changed all the same. What is new is judged once the handler has told what it held.
 */
export const allowUnchangedText = <T extends z.ZodType>(schema: T): T =>
  schema.check(({ issues }) => {
    const others = issues.filter((issue) => !isUnprintableIssue(issue as { code?: string }))
    issues.splice(0, issues.length, ...others)
  })

/** What a paged list takes: page from 1, rows a page. Query strings arrive as text, so numbers are coerced. */
export const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
}

/** One page of a list, and how many rows there are in all. */
export const paginated = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), total: z.int(), page: z.int(), pageSize: z.int() })

/**
 * What seals the typed and unsent text of one person in a browser's tab: a tag that tells people apart and names nobody,
 * and 32 bytes as base64url for AES-256-GCM. The same for the same person, and given to their open session alone.
 */
export const DraftKey = z.object({
  owner: z.string().regex(/^[0-9a-f]{32}$/),
  key: z.string().regex(/^[\w-]{43}$/),
})
