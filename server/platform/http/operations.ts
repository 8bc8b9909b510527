import type { AnyContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import type {
  AccountCaller,
  AnyoneCaller,
  Audience,
  CallerOf,
  ProviderCaller,
  SetupCaller,
} from '../../../contract/access.ts'
import type {
  OperationAuditActions,
  FileRoute,
  OperationMeta,
  Route,
  WebhookRoute,
} from '../../../contract/kit.ts'
import type {
  AdminScope,
  GroupScope,
  ClinicScope,
  IntegrationScope,
  LinkScope,
  PatientScope,
  ProgramScope,
  SupporterScope,
} from '../database/transaction.ts'
import type { DeferredResponse } from './deferred-response.ts'
import type { RangeResponse } from './range-response.ts'
import type { AuditAttribution, Refusal } from './refusal.ts'
import type { z } from 'zod'

/** Headers a handler may set on its answer: cookies, and nothing else. And those of the request that it may read. */
export type HttpContext = {
  setCookie(header: string): void
  cookie: string
  idempotencyKey: string | null
  /** What the caller would have the answer written in. */
  accept: string
  /** Which version of a record the request was made from, and what must not be there yet; empty where nothing is said. */
  ifMatch: string
  ifNoneExist: string
}

/** These callers have no transaction: what they do is audited in its own right (rulings 12). */
export type AnyoneScope = AnyoneCaller & { now: Date }
/** A signed-in person and their own account. */
export type AccountScope = AccountCaller & { now: Date }
/** Whoever sets the platform up. */
export type SetupScope = SetupCaller & { now: Date }

/** A provider whose signature was verified. */
export type ProviderScope = ProviderCaller & { now: Date }

export type ScopeOfAudience = {
  anyone: AnyoneScope
  link: LinkScope
  patient: PatientScope
  supporter: SupporterScope
  account: AccountScope
  clinic: ClinicScope
  group: GroupScope
  admin: AdminScope
  setup: SetupScope
  provider: ProviderScope
  integration: IntegrationScope
  program: ProgramScope
}

/** What a handler answers: the answer itself, and for the audit log what it was about. */
export type HandlerResult<T> = {
  answer: T
  subject?: string
  details?: Record<string, unknown>
  /** Of what judges only the texts that changed: what the record held, whose texts are not judged again. */
  before?: unknown
  by?: AuditAttribution
  /**
   * A practice whose log says it too, in its own words: somebody outside did something with what is its own. With an action
   * of its own it is another one that this brought about.
   */
  alsoTold?: { clinicId: string; subject: string; details: Record<string, unknown>; action?: string }
  /**
   * Another of the declared actions is what happened: only a part was done, or the answer leads to where a refusal is
   * told; or nothing happened at all, and nothing is written down.
   */
  as?: keyof OperationAuditActions | 'nothing' | undefined
}

type AccessOf<C> = C extends { '~orpc': { meta: OperationMeta<infer A extends Audience> } } ? A : never
type InputOf<C> = C extends { '~orpc': { inputSchema?: infer I } }
  ? InferSchemaOutput<Extract<I, z.ZodType>>
  : never
type OutputOf<C> = C extends { '~orpc': { outputSchema?: infer O } }
  ? InferSchemaInput<Extract<O, z.ZodType>>
  : never
type ReasonOf<C> = C extends { '~orpc': { errorMap: infer E } } ? Extract<keyof E, string> : never

export type Handler<C> = (
  scope: ScopeOfAudience[AccessOf<C>],
  input: InputOf<C>,
  answering: HttpContext,
) => Promise<HandlerResult<OutputOf<C> | DeferredResponse<OutputOf<C>>> | Refusal<ReasonOf<C>>>

/**
 * How an answer is kept for whoever asks again with the same idempotency key (rulings 17): without what stands elsewhere
 * and never changes, which is read again then.
 */
export type AnswerStorage<C> = {
  toStored(answer: OutputOf<C>): unknown
  fromStored(scope: ScopeOfAudience[AccessOf<C>], input: InputOf<C>, stored: unknown): Promise<OutputOf<C>>
}

export type HandledOperation = {
  contract: AnyContractProcedure
  handler: Handler<never>
  storage?: AnswerStorage<never>
}
export type OperationTree = { [name: string]: HandledOperation | OperationTree }

/** Binds a handler to its operation; the compiler gives it that audience's scope, input, output and refusals, and no other. */
export function handle<C extends AnyContractProcedure>(
  contract: C,
  handler: Handler<C>,
  storage?: AnswerStorage<C>,
): HandledOperation {
  return {
    contract,
    handler: handler as unknown as Handler<never>,
    ...(storage && { storage: storage as unknown as AnswerStorage<never> }),
  }
}

export type FileResponse =
  | {
      open: OpenFile
      type: string
      name: string
      etag: string
      /** Browsers keep it as a file, and never show what somebody else made in a page of ours. */
      isAttachment?: boolean
    }
  | RangeResponse
  | { redirect: string }

/**
 * Opens the bytes of a file, once the transaction has ended: a slow store holds no connection, and no stream leaks. How
 * many there are is null where that shows only at the end.
 */
export type OpenFile = () => Promise<{ stream: NodeJS.ReadableStream; bytes: number | null }>

export type FileHandler<A extends Audience, I extends z.ZodType> = (
  scope: ScopeOfAudience[A],
  params: z.output<I>,
  answering: HttpContext,
) => Promise<HandlerResult<FileResponse> | Refusal>

export type HandledFile = { route: FileRoute<Audience, z.ZodType>; handler: FileHandler<Audience, z.ZodType> }

/** The same for an endpoint that answers with a file. */
export function handleFile<A extends Audience, I extends z.ZodType>(
  route: FileRoute<A, I>,
  handler: FileHandler<A, I>,
): HandledFile {
  return {
    route: route as unknown as HandledFile['route'],
    handler: handler as unknown as HandledFile['handler'],
  }
}

/** An answer in the JSON of another standard, and how its kind of route writes it; null where there is nothing to say. */
export type DocumentResponse = {
  document: object | null
  status?: 200 | 201
  /** The tag of its version, where it is not told by its content; and where it stands once it is created. */
  headers?: { etag?: string; location?: string }
}

export type RouteHandler<A extends Audience, I extends z.ZodType> = (
  scope: ScopeOfAudience[A],
  params: z.output<I>,
  answering: HttpContext,
) => Promise<HandlerResult<DocumentResponse | FileResponse> | Refusal>

export type HandledRoute = { route: Route<Audience, z.ZodType>; handler: RouteHandler<Audience, z.ZodType> }

/** The same for an endpoint that answers in another standard. */
export function handleRoute<A extends Audience, I extends z.ZodType>(
  route: Route<A, I>,
  handler: RouteHandler<A, I>,
): HandledRoute {
  return {
    route: route as unknown as HandledRoute['route'],
    handler: handler as unknown as HandledRoute['handler'],
  }
}

/** What was posted to a webhook: the bytes themselves, and what stood in the address behind the question mark. */
export type WebhookPost = { body: Buffer; contentType: string; query: Record<string, string> }

/** What the signature of a posted body is made over. */
export type SignedRequest = { url: string; body: Buffer; header(name: string): string; now: Date }

export type HandledWebhook = {
  route: WebhookRoute
  /** Whether the body was signed by who may post here; `false` where no secret is set. */
  isSignatureValid(post: SignedRequest): boolean | Promise<boolean>
  handler(scope: ProviderScope, posted: WebhookPost): Promise<HandlerResult<{ accepted: true }> | Refusal>
}

/** Turns a request into that audience's caller, or says that it is none. */
export type Authenticators = {
  [A in Exclude<Audience, 'anyone' | 'provider'>]: (request: AuthRequest) => Promise<CallerOf[A] | null>
}

/** What an opener may look at: cookies, tokens in headers and the path's parameters; never the body. */
export type AuthRequest = {
  cookie: string
  authorization: string
  setupToken: string | null
  params: Record<string, string>
  /** Nobody did anything: a screen asked by itself, which keeps no session awake. */
  unattended: boolean
  /** Whoever asked before may be told from memory, to be confirmed along with what they ask. */
  mayRecall: boolean
  visit: CallerOf['anyone']['visit']
}
