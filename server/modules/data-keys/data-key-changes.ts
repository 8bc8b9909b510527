import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { KeyKeeper } from '../../platform/keys/key-keeper.ts'
import { writeAudit } from '../audit/index.ts'
import { destroyKeys, rotateKey, wrapNewKey } from './data-key-store.ts'
import { listClinicFiles } from './referenced-files.ts'

export type KeyChangeDeps = { database: Database; clock: Clock; runJob: RunJob; keeper: KeyKeeper }

/** The keys stay as they are; it says why. */
export class OffboardingError extends Error {
  override name = 'OffboardingError'
}

/** What was destroyed, for whoever has to show it: no word of it is about a patient. */
export type DestructionEvidence = {
  practice: string
  clinicId: string
  reason: string
  at: string
  keys: string[]
  consents: number
  files: number
  /** SHA-256 over the names and hashes of the files, one a line. */
  filesHash: string
}

const actor = { kind: 'system', role: 'system' } as const
const visit = {
  ...{ requestId: 'job', ip: 'unknown', userAgent: 'system', sessionId: null },
  ...{ language: 'unknown', timezone: 'UTC' },
}

/** Does something to the keys of a practice, with its entry in the practice's audit log, or neither. */
async function changeKeys<T extends Record<string, unknown>>(
  { database, clock }: Pick<KeyChangeDeps, 'database' | 'clock'>,
  { clinicId, action }: { clinicId: string; action: string },
  change: (client: Parameters<typeof destroyKeys>[0], now: Date) => Promise<T>,
): Promise<T> {
  const at = clock.now()
  return database.borrow(async (client) => {
    await client.query('begin')
    try {
      const details = await change(client, at)
      await writeAudit(client, { clinicId, actor, visit, action, subject: clinicId, details, at })
      await client.query('commit')
      return details
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  })
}

/** Gives a practice another data key for its new files; the one before still opens what it encrypted. */
export async function startNewDataKey(deps: KeyChangeDeps, clinicId: string): Promise<string> {
  const made = await wrapNewKey(deps.keeper, clinicId)
  const { key } = await changeKeys(deps, { clinicId, action: 'data_key.rotated' }, async (client, now) => {
    if (!(await rotateKey(client, { clinicId, ...made, now })))
      throw new OffboardingError(
        'This practice has no data key: it has stored no file yet, or its keys were destroyed.',
      )
    return { key: made.id }
  })
  return key
}

type ClinicFacts = { name: string; closed: boolean; holds: number; consents: number }

async function findFacts({ tx, clinicId }: JobScope): Promise<ClinicFacts | undefined> {
  const { rows } = await tx.execute<ClinicFacts>(
    sql`select name, status = 'inactive' and closed_at is not null as closed,
          (select count(*)::int from legal_holds where lifted_at is null) as holds,
          (select count(*)::int from consents) as consents
        from clinics where id = ${clinicId}`,
  )
  return rows[0]
}

function assertMayDestroy(facts: ClinicFacts | undefined, practice: string): asserts facts is ClinicFacts {
  if (!facts) throw new OffboardingError('There is no practice of this id.')
  if (facts.name !== practice)
    throw new OffboardingError(`The practice of this id has another name: ${facts.name}.`)
  if (!facts.closed) throw new OffboardingError('The practice has not closed its account.')
  if (facts.holds > 0)
    throw new OffboardingError(
      `${facts.holds} records of the practice are under a legal hold. Lift them first.`,
    )
}

/**
 * Destroys every data key of a practice that has left: none of its files can be read again, wherever copies of them lie.
 * What was destroyed is written to the practice's audit log, in the same transaction.
 */
export async function destroyDataKeys(
  deps: KeyChangeDeps,
  { clinicId, practice, reason }: { clinicId: string; practice: string; reason: string },
): Promise<DestructionEvidence> {
  const { facts, files } = await deps.runJob(clinicId, async (scope) => ({
    facts: await findFacts(scope),
    files: await listClinicFiles(scope),
  }))
  assertMayDestroy(facts, practice)
  const lines = files.map(({ name, sha256 }) => `${name} ${sha256 ?? ''}\n`).toSorted()
  return changeKeys(deps, { clinicId, action: 'data_keys.destroyed' }, async (client, now) => {
    const keys = await destroyKeys(client, clinicId, now)
    if (keys.length === 0) throw new OffboardingError('This practice has no data key that is left.')
    return {
      ...{ practice, clinicId, reason, at: now.toISOString(), keys },
      ...{ consents: facts.consents, files: files.length },
      filesHash: createHash('sha256').update(lines.join('')).digest('hex'),
    }
  })
}
