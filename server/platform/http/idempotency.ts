import { createHash } from 'node:crypto'
import { and, eq, sql, type Placeholder } from 'drizzle-orm'
import { preparedQuery } from '../database/prepared-query.ts'
import type { AdminScope, ClinicScope, PatientScope, ProgramScope } from '../database/transaction.ts'
import type { RunSweep } from '../jobs/job-runner.ts'
import { idempotencyKeys } from './idempotency-schema.ts'
import type { AnswerStorage, HandlerResult } from './operations.ts'
import { Refusal, RefusedError } from './refusal.ts'

type KeyedScope = PatientScope | ClinicScope | AdminScope | ProgramScope
type KeyedRequest = {
  operation: string
  key: string
  input: unknown
  storage?: AnswerStorage<never> | undefined
}
/** What an operation answers, as it is kept: an answer that was cut short for it is made whole again. */
type Result = HandlerResult<unknown> | Refusal

const toStored = (result: Result, storage: KeyedRequest['storage']): Result =>
  storage && !(result instanceof Refusal)
    ? { ...result, answer: storage.toStored(result.answer as never) }
    : result

/** Where keys of super administrators stand, who have no clinic: an id that none has. */
const noClinicId = '00000000-0000-0000-0000-000000000000'

function actorOf(scope: KeyedScope): string {
  if (scope.audience === 'patient') return `patient:${scope.consentIds.join(',')}`
  if (scope.audience === 'program') return `key:${scope.keyId}`
  return scope.audience === 'clinic' ? `staff:${scope.staffId}` : `admin:${scope.actor.userId}`
}

const placeholders = {
  ...{ clinicId: sql.placeholder('clinicId'), actor: sql.placeholder('actor') },
  ...{ operation: sql.placeholder('operation'), key: sql.placeholder('key') },
}
const matchesKey = (place: Record<keyof typeof placeholders, string | Placeholder>) =>
  and(
    eq(idempotencyKeys.clinicId, place.clinicId),
    eq(idempotencyKeys.actor, place.actor),
    eq(idempotencyKeys.operation, place.operation),
    eq(idempotencyKeys.key, place.key),
  )
const claimKey = preparedQuery('idempotency_taken', (tx) =>
  tx
    .insert(idempotencyKeys)
    .values({ ...placeholders, bodyHash: sql.placeholder('bodyHash'), at: sql.placeholder('at') })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key }),
)
const saveResponse = preparedQuery('idempotency_answered', (tx) =>
  tx
    .update(idempotencyKeys)
    .set({ answer: sql`${sql.placeholder('answer')}::jsonb` })
    .where(matchesKey(placeholders)),
)

/**
 * Does `work` once for a key: a later request with the same key and input gets the first one's answer, a concurrent
 * twin waits for it on the key's row, and the same key with another input is refused. A refusal is not kept, since
 * its transaction is rolled back with the key.
 */
export async function withIdempotencyKey(
  scope: KeyedScope,
  { operation, key, input, storage }: KeyedRequest,
  work: () => Promise<Result>,
): Promise<{ value: Result; replayed: boolean }> {
  const actor = actorOf(scope)
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const clinicId = scope.audience === 'admin' ? noClinicId : scope.clinicId
  const place = { clinicId, actor, operation, key }
  const inserted = await claimKey(scope, { ...place, bodyHash, at: scope.now })
  if (inserted.length === 0) {
    const [kept] = await scope.tx.select().from(idempotencyKeys).where(matchesKey(place))
    if (kept?.bodyHash !== bodyHash || !kept.answer) {
      throw new RefusedError('aborted', 'This idempotency key was used for another request.', {
        reason: 'key-reused',
      })
    }
    const value = kept.answer.answer as HandlerResult<unknown>
    if (!storage) return { value, replayed: true }
    const answer = await storage.fromStored(scope as never, input as never, value.answer)
    return { value: { ...value, answer }, replayed: true }
  }
  const value = await work()
  await saveResponse(scope, { ...place, answer: JSON.stringify({ answer: toStored(value, storage) }) })
  return { value, replayed: false }
}

/** How many go in one transaction, or few more: so few that it is over soon. */
const deleted_per_transaction = 5000

/**
 * Takes away the keys of a month ago with what was answered: the policy of sweeps shows no others. A signature's key
 * stays on its own row (rulings 17).
 */
export async function forgetKeys(runSweep: RunSweep): Promise<void> {
  const first = sql`select at from ${idempotencyKeys} order by at limit ${deleted_per_transaction}`
  const isMore = () =>
    runSweep(async ({ tx }) => {
      const { rowCount } = await tx.execute(
        sql`delete from ${idempotencyKeys} where at <= (select max(at) from (${first}) first)`,
      )
      return rowCount! >= deleted_per_transaction
    })
  while (await isMore());
}
