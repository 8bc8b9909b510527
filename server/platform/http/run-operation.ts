import type pg from 'pg'
import type { CallerOf, Audience } from '../../../contract/access.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import { newlyUnprintable } from '../../../contract/printable-text.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { transact, type Pending } from '../database/transaction.ts'
import type { AuditWriter } from './audit-entry.ts'
import { once } from './idempotency.ts'
import { isUnkeepable } from './keepable-input.ts'
import { LaterAnswer } from './later-answer.ts'
import type { Answering, Done } from './operations.ts'
import { filledMessage, Refusal, Refused } from './refusal.ts'

export type Runner = {
  database: Database
  clock: Clock
  writeAudit: AuditWriter
  insertJobs(client: pg.PoolClient, pending: Pending[]): Promise<void>
}

type AnyHandler = (scope: never, input: never, answering: Answering) => Promise<Done<unknown> | Refusal>
export type Run = {
  operation: string
  meta: OperationMeta
  caller: CallerOf[Audience]
  handler: AnyHandler
  input: unknown
  answering: Answering
}

/** A refusal on its way out of a transaction that must not happen. */
class RolledBack extends Error {
  override name = 'RolledBack'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

const clinicOf = (caller: CallerOf[Audience]): string | null =>
  'clinicId' in caller ? caller.clinicId : null

/** The declared message, with what it names in braces taken from the refusal's details. */
function declared(meta: OperationMeta, { reason, details }: Refusal): Refused {
  const refusal = meta.refusals[reason]
  if (!refusal) throw new Error(`The refusal ${reason} is not declared`)
  return new Refused(refusal.code, filledMessage(refusal, details), { ...details, reason })
}

const unkeepable = () =>
  new Refused(
    'invalid-argument',
    'Take out characters that cannot be printed, and numbers that are too large.',
    {
      reason: 'malformed',
    },
  )

/** Audiences that hold no tenant: their handlers open what they need themselves. */
const withoutTransaction = new Set<Audience>(['anyone', 'account', 'setup', 'provider'])

/**
 * Runs one admitted operation: handler, audit row and jobs in one transaction, so that all of it happened or none.
 * A refusal undoes the transaction and is then written down in its own right. What is done without a tenant has no
 * transaction and is audited after its effect (rulings 12, 16).
 */
export async function runOperation(runner: Runner, run: Run): Promise<unknown> {
  const { meta, caller } = run
  try {
    const result = withoutTransaction.has(caller.audience)
      ? await runWithoutTransaction(runner, run)
      : await runInTransaction(runner, run)
    if (result instanceof Refusal) throw declared(meta, result)
    if (!(result.answer instanceof LaterAnswer)) return result.answer
    const answer: unknown = await result.answer.fetch()
    if (answer instanceof Refusal) throw declared(meta, answer)
    return answer
  } catch (error) {
    if (isUnkeepable(error, run.input)) throw unkeepable()
    if (!(error instanceof RolledBack)) throw error
    await auditAlone(runner, run, error.refusal)
    throw declared(meta, error.refusal)
  }
}

/** Undoes what changed a record where a text of it that was not there before cannot be printed. */
function judgeChange({ meta, input }: Run, { before }: Done<unknown>): void {
  const fields = meta.validatesOnlyChanges ? newlyUnprintable(input, before) : []
  if (fields.length > 0) throw new RolledBack(new Refusal('unprintable', { fields }))
}

async function runInTransaction(runner: Runner, run: Run): Promise<Done<unknown> | Refusal> {
  const { operation, meta, caller, handler, input, answering } = run
  const { database, clock, writeAudit, insertJobs } = runner
  const now = clock.now()
  const { value } = await transact(database, caller as CallerOf['clinic'], {
    now,
    isRead: meta.isRead,
    work: async (scope) => {
      const work = async () => {
        const result = await handler(scope as never, input as never, answering)
        if (!(result instanceof Refusal)) judgeChange(run, result)
        else if (!result.keep) throw new RolledBack(result)
        return result
      }
      if (!meta.idempotent) return { value: await work(), replayed: false }
      const key = answering.idempotencyKey
      if (!key)
        throw new Refused('invalid-argument', 'This request needs an Idempotency-Key header.', {
          reason: 'idempotency-key-missing',
        })
      return once(scope, { operation, key, input }, work)
    },
    closing: ({ value, replayed }, pending) => {
      if (replayed || (!actionOf(meta, value) && pending.length === 0)) return null
      return async (client) => {
        await Promise.all([
          audit(writeAudit, client, { meta, caller, at: now, result: value }),
          insertJobs(client, [...pending]),
        ])
      }
    },
  })
  return value
}

async function runWithoutTransaction(runner: Runner, run: Run): Promise<Done<unknown> | Refusal> {
  const { caller, handler, input, answering } = run
  const result = await handler({ ...caller, now: runner.clock.now() } as never, input as never, answering)
  await auditAlone(runner, run, result)
  return result
}

/** What a refused request was about, as far as the caller alone says: a link, or the consent behind it. */
function subjectOf(caller: CallerOf[Audience]): string | null {
  if (caller.audience === 'link') return caller.linkId
  return caller.audience === 'patient' ? (caller.consentIds[0] ?? null) : null
}

/** The action that the contract declares for what became of an operation; none for what is not written down. */
function actionOf({ audit }: OperationMeta, result: Done<unknown> | Refusal): string | undefined {
  if (result instanceof Refusal) return audit?.refused
  return result.as === 'nothing' ? undefined : audit?.[result.as ?? 'done']
}

type Audited = { meta: OperationMeta; caller: CallerOf[Audience]; at: Date; result: Done<unknown> | Refusal }

async function audit(
  write: AuditWriter,
  client: pg.ClientBase,
  { meta, caller, at, result }: Audited,
): Promise<void> {
  const refused = result instanceof Refusal
  const action = actionOf(meta, result)
  if (!action) return
  const { by } = result
  await write(client, {
    clinicId: by?.clinicId ?? clinicOf(caller),
    actor: by?.actor ?? caller.actor,
    visit: by?.visit ?? caller.visit,
    action,
    subject: refused ? subjectOf(caller) : (result.subject ?? null),
    details: refused ? { reason: result.reason } : (result.details ?? {}),
    at,
  })
}

function auditAlone(
  { database, clock, writeAudit }: Runner,
  { meta, caller }: Run,
  result: Done<unknown> | Refusal,
): Promise<void> {
  if (!actionOf(meta, result)) return Promise.resolve()
  return database.borrow((client) => audit(writeAudit, client, { meta, caller, at: clock.now(), result }))
}
