import { createHash } from 'node:crypto'
import { and, eq, sql, type Placeholder } from 'drizzle-orm'
import { keptQuery } from '../database/kept-query.ts'
import type { AdminScope, ClinicScope, PatientScope } from '../database/transaction.ts'
import type { RunSweep } from '../jobs/job-runner.ts'
import { idempotencyKeys } from './idempotency-schema.ts'
import { Refused } from './refusal.ts'

type KeyedScope = PatientScope | ClinicScope | AdminScope
export type Keyed = { operation: string; key: string; input: unknown }

/** Where keys of super administrators stand, who have no clinic: an id that none has. */
const noClinicId = '00000000-0000-0000-0000-000000000000'

function actorOf(scope: KeyedScope): string {
  if (scope.audience === 'patient') return `patient:${scope.consentIds.join(',')}`
  return scope.audience === 'clinic' ? `staff:${scope.staffId}` : `admin:${scope.actor.userId}`
}

const placeholders = {
  ...{ clinicId: sql.placeholder('clinicId'), actor: sql.placeholder('actor') },
  ...{ operation: sql.placeholder('operation'), key: sql.placeholder('key') },
}
const samePlace = (place: Record<keyof typeof placeholders, string | Placeholder>) =>
  and(
    eq(idempotencyKeys.clinicId, place.clinicId),
    eq(idempotencyKeys.actor, place.actor),
    eq(idempotencyKeys.operation, place.operation),
    eq(idempotencyKeys.key, place.key),
  )
const takeKey = keptQuery('idempotency_taken', (tx) =>
  tx
    .insert(idempotencyKeys)
    .values({ ...placeholders, bodyHash: sql.placeholder('bodyHash'), at: sql.placeholder('at') })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key }),
)
const keepAnswer = keptQuery('idempotency_answered', (tx) =>
  tx
    .update(idempotencyKeys)
    .set({ answer: sql`${sql.placeholder('answer')}::jsonb` })
    .where(samePlace(placeholders)),
)

/**
 * Does `work` once for a key: a later request with the same key and input gets the first one's answer, a concurrent
 * twin waits for it on the key's row, and the same key with another input is refused. A refusal is not kept, since
 * its transaction is rolled back with the key.
 */
export async function once<T>(
  scope: KeyedScope,
  { operation, key, input }: Keyed,
  work: () => Promise<T>,
): Promise<{ value: T; replayed: boolean }> {
  const actor = actorOf(scope)
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const clinicId = scope.audience === 'admin' ? noClinicId : scope.clinicId
  const place = { clinicId, actor, operation, key }
  const inserted = await takeKey(scope, { ...place, bodyHash, at: scope.now })
  if (inserted.length === 0) {
    const [kept] = await scope.tx.select().from(idempotencyKeys).where(samePlace(place))
    if (kept?.bodyHash !== bodyHash || !kept.answer) {
      throw new Refused('aborted', 'This idempotency key was used for another request.', {
        reason: 'key-reused',
      })
    }
    return { value: kept.answer.answer as T, replayed: true }
  }
  const value = await work()
  await keepAnswer(scope, { ...place, answer: JSON.stringify({ answer: value }) })
  return { value, replayed: false }
}

/** How many go in one transaction, or few more: so few that it is over soon. */
const forgotten_at_once = 5000

/**
 * Takes away the keys of a month ago with what was answered: the policy of sweeps shows no others. A signature's key
 * stays on its own row (rulings 17).
 */
export async function forgetKeys(runSweep: RunSweep): Promise<void> {
  const first = sql`select at from ${idempotencyKeys} order by at limit ${forgotten_at_once}`
  const isMore = () =>
    runSweep(async ({ tx }) => {
      const { rowCount } = await tx.execute(
        sql`delete from ${idempotencyKeys} where at <= (select max(at) from (${first}) first)`,
      )
      return rowCount! >= forgotten_at_once
    })
  while (await isMore());
}
