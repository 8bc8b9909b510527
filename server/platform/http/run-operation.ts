import type { CallerOf, Audience } from '../../../contract/access.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import { fieldsWithNewUnprintableText } from '../../../contract/printable-text.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { ReadReplica } from '../database/read-replica.ts'
import { transact, transactOnReplica, type TransactionOptions } from '../database/transaction.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { traced } from '../tracing/spans.ts'
import type { AuditEntry, AuditStatement, AuditWriter } from './audit-entry.ts'
import { filesIn, type FileInspection } from './file-inspection.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { isUnstorableInput } from './storable-input.ts'
import { DeferredResponse } from './deferred-response.ts'
import type { AnswerStorage, HttpContext, HandlerResult } from './operations.ts'
import { formatRefusalMessage, Refusal, RefusedError } from './refusal.ts'

export type Runner = {
  database: Database
  /** Where operations are read that may be; none where there is no replica. */
  replica?: ReadReplica | null
  clock: Clock
  writeAudit: AuditWriter
  auditStatement: AuditStatement
  insertJobs: Jobs['insert']
  /** What looks at files before a handler does. */
  inspectFiles: FileInspection
}

type AnyHandler = (
  scope: never,
  input: never,
  answering: HttpContext,
) => Promise<HandlerResult<unknown> | Refusal>
export type Run = {
  operation: string
  meta: OperationMeta
  caller: CallerOf[Audience]
  handler: AnyHandler
  storage?: AnswerStorage<never> | undefined
  input: unknown
  httpContext: HttpContext
}

/** A refusal on its way out of a transaction that must not happen. */
class RollbackError extends Error {
  override name = 'RollbackError'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

const clinicOf = (caller: CallerOf[Audience]): string | null =>
  'clinicId' in caller ? caller.clinicId : null

/** The declared message, with what it names in braces taken from the refusal's details. */
function toRefusedError(meta: OperationMeta, { reason, details }: Refusal): RefusedError {
  const refusal = meta.refusals[reason]
  if (!refusal) throw new Error(`The refusal ${reason} is not declared`)
  return new RefusedError(refusal.code, formatRefusalMessage(refusal, details), { ...details, reason })
}

const unstorableInputError = () =>
  new RefusedError(
    'invalid-argument',
    'Remove characters that cannot be printed, and numbers that are too large.',
    {
      reason: 'malformed',
    },
  )

/** Refuses files that hold malware, or that nobody could look at, before a transaction begins. */
async function assertFilesClean(runner: Runner, { operation, meta, caller, input }: Run) {
  const files = filesIn(input, meta.filePaths)
  const refused = files.length > 0 ? await runner.inspectFiles({ operation, caller }, files) : null
  if (refused) throw toRefusedError(meta, new Refusal(refused, {}))
}

/** Audiences that hold no tenant: their handlers open what they need themselves. */
const withoutTransaction = new Set<Audience>(['anyone', 'account', 'setup', 'provider'])

/**
 * Runs one admitted operation: handler, audit row and jobs in one transaction, so that all of it happened or none.
 * A refusal undoes the transaction and is then written down in its own right. What is done without a tenant has no
 * transaction and is audited after its effect (rulings 12, 16).
 */
export async function runOperation(runner: Runner, run: Run): Promise<unknown> {
  const { meta, caller } = run
  await assertFilesClean(runner, run)
  try {
    const result = withoutTransaction.has(caller.audience)
      ? await runWithoutTransaction(runner, run)
      : await runInTransaction(runner, run)
    if (result instanceof Refusal) throw toRefusedError(meta, result)
    if (!(result.answer instanceof DeferredResponse)) return result.answer
    const answer: unknown = await result.answer.fetch()
    if (answer instanceof Refusal) throw toRefusedError(meta, answer)
    return answer
  } catch (error) {
    if (isUnstorableInput(error, run.input)) throw unstorableInputError()
    if (!(error instanceof RollbackError)) throw error
    await auditInOwnTransaction(runner, run, error.refusal)
    throw toRefusedError(meta, error.refusal)
  }
}

/** Undoes what changed a record where a text of it that was not there before cannot be printed. */
function assertPrintableChange({ meta, input }: Run, { before }: HandlerResult<unknown>): void {
  const fields = meta.validatesOnlyChanges ? fieldsWithNewUnprintableText(input, before) : []
  if (fields.length > 0) throw new RollbackError(new Refusal('unprintable', { fields }))
}

/** The handler itself, timed by itself. */
const runHandler = ({ operation, handler, input, httpContext }: Run, scope: unknown) =>
  traced(`handler ${operation}`, { 'app.operation': operation }, () =>
    handler(scope as never, input as never, httpContext),
  )

type Answered = { value: HandlerResult<unknown> | Refusal; replayed: boolean }

async function runInTransaction(runner: Runner, run: Run): Promise<HandlerResult<unknown> | Refusal> {
  const { operation, meta, caller, storage, input, httpContext } = run
  const { database, replica, clock, auditStatement, writeAudit, insertJobs } = runner
  const now = clock.now()
  const options: TransactionOptions<CallerOf['clinic'], Answered> = {
    now,
    isReadOnly: meta.isRead,
    isOneMoment: meta.isOneMoment,
    readsOnce: meta.isRead && meta.readsOnce,
    work: async (scope) => {
      const work = async () => {
        const result = await runHandler(run, scope)
        if (!(result instanceof Refusal)) assertPrintableChange(run, result)
        else if (!result.commitsChanges) throw new RollbackError(result)
        return result
      }
      if (!meta.idempotent) return { value: await work(), replayed: false }
      const key = httpContext.idempotencyKey
      if (!key)
        throw new RefusedError('invalid-argument', 'This request needs an Idempotency-Key header.', {
          reason: 'idempotency-key-missing',
        })
      return withIdempotencyKey(scope, { operation, key, input, storage }, work)
    },
    beforeCommit: ({ value, replayed }, pending) => {
      const entry = replayed ? null : auditEntryOf({ meta, caller, at: now, result: value })
      if (replayed || (!entry && pending.length === 0)) return null
      const told = entry && !(value instanceof Refusal) && value.alsoTold
      return async (client) => {
        if (told) await writeAudit(client, { ...entry, ...told })
        await insertJobs(client, [...pending], entry ? auditStatement(client, entry) : undefined)
      }
    },
  }
  const clinicCaller = caller as CallerOf['clinic']
  const { value } =
    replica && meta.reads === 'replica'
      ? await transactOnReplica({ replica, primary: database }, clinicCaller, options)
      : await transact(database, clinicCaller, options)
  return value
}

async function runWithoutTransaction(runner: Runner, run: Run): Promise<HandlerResult<unknown> | Refusal> {
  const result = await runHandler(run, { ...run.caller, now: runner.clock.now() })
  await auditInOwnTransaction(runner, run, result)
  return result
}

/** What a refused request was about, as far as the caller alone says: a link, or the consent behind it. */
function subjectOf(caller: CallerOf[Audience]): string | null {
  if (caller.audience === 'link') return caller.linkId
  return caller.audience === 'patient' ? (caller.consentIds[0] ?? null) : null
}

/** The action that the contract declares for what became of an operation; none for what is not written down. */
function actionOf({ audit }: OperationMeta, result: HandlerResult<unknown> | Refusal): string | undefined {
  if (result instanceof Refusal) return audit?.refused
  return result.as === 'nothing' ? undefined : audit?.[result.as ?? 'done']
}

type Audited = {
  meta: OperationMeta
  caller: CallerOf[Audience]
  at: Date
  result: HandlerResult<unknown> | Refusal
}

/** What is written down of what became of an operation; null where nothing is. */
function auditEntryOf({ meta, caller, at, result }: Audited): AuditEntry | null {
  const refused = result instanceof Refusal
  const action = actionOf(meta, result)
  if (!action) return null
  const { by } = result
  return {
    clinicId: by?.clinicId ?? clinicOf(caller),
    actor: by?.actor ?? caller.actor,
    visit: by?.visit ?? caller.visit,
    action,
    subject: refused ? subjectOf(caller) : (result.subject ?? null),
    details: refused ? { reason: result.reason } : (result.details ?? {}),
    at,
  }
}

async function auditInOwnTransaction(
  { database, clock, writeAudit }: Runner,
  { meta, caller }: Run,
  result: HandlerResult<unknown> | Refusal,
): Promise<void> {
  const entry = auditEntryOf({ meta, caller, at: clock.now(), result })
  if (entry) await database.borrow((client) => writeAudit(client, entry))
}
