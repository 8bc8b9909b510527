import { createHash } from 'node:crypto'
import { and, eq, sql, type Placeholder } from 'drizzle-orm'
import { preparedQuery } from '../database/prepared-query.ts'
import type { AdminScope, ClinicScope, PatientScope, ProgramScope } from '../database/transaction.ts'
import type { RunSweep } from '../jobs/job-runner.ts'
import { openCell, sealCell } from '../keys/cell-cipher.ts'
import { idempotencyKeys, type StoredAnswer } from './idempotency-schema.ts'
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

type KeyPlace = Record<keyof typeof placeholders, string>
const cellOf = ({ clinicId, actor, operation, key }: KeyPlace) => ({
  ...{ ownerId: clinicId, table: 'idempotency_keys', column: 'answer' },
  row: [actor, operation, key].join('/'),
})
const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/**
 * An answer as it is stored: encrypted with the practice's key, but for the ids in it, by which what tells of a record
 * that is destroyed is found.
 */
function sealAnswer(scope: KeyedScope, place: KeyPlace, answer: Result): StoredAnswer {
  if (scope.audience === 'admin') return { answer }
  const text = JSON.stringify({ answer })
  return { sealed: sealCell(scope.cellKeys, cellOf(place), text), ids: [...new Set(text.match(ids))] }
}

/** What was answered; null where it cannot be read any more. */
function openAnswer(
  { cellKeys }: KeyedScope,
  place: KeyPlace,
  stored: StoredAnswer | null,
): { answer: unknown } | null {
  if (!stored || 'answer' in stored) return stored
  const text = openCell(cellKeys, cellOf(place), stored.sealed)
  return text === null ? null : (JSON.parse(text) as { answer: unknown })
}

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
    const found = kept && openAnswer(scope, place, kept.answer)
    if (kept?.bodyHash !== bodyHash || !found) {
      throw new RefusedError('aborted', 'This idempotency key was used for another request.', {
        reason: 'key-reused',
      })
    }
    const value = found.answer as HandlerResult<unknown>
    if (!storage) return { value, replayed: true }
    const answer = await storage.fromStored(scope as never, input as never, value.answer)
    return { value: { ...value, answer }, replayed: true }
  }
  const value = await work()
  const answer = JSON.stringify(sealAnswer(scope, place, toStored(value, storage)))
  await saveResponse(scope, { ...place, answer })
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
