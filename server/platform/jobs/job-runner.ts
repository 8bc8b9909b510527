import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import {
  transact,
  type BeforeCommit,
  type DestroyerScope,
  type GroupJobScope,
  type JobScope,
  type PlatformScope,
  type SealerScope,
  type SweepScope,
} from '../database/transaction.ts'
import type { AuditEntry, AuditWriter } from '../http/audit-entry.ts'
import type { Jobs } from './jobs.ts'

/** What a job adds to the audit log with its own transaction. */
export type JobAuditEntry = Pick<AuditEntry, 'action' | 'subject' | 'details'>

/** Runs a job's work in one transaction of one clinic; what it noted and enqueued is written with it. */
export type RunJob = <T>(
  clinicId: string,
  work: (scope: JobScope, note: (entry: JobAuditEntry) => void) => Promise<T>,
) => Promise<T>
/** The same about what is the platform's; what it did to one clinic is noted in that clinic's log. */
export type RunPlatformJob = <T>(
  work: (scope: PlatformScope, note: (entry: JobAuditEntry & { clinicId?: string }) => void) => Promise<T>,
) => Promise<T>
/** The same as a group of practices reads; what it did about one practice is noted in that practice's log. */
export type RunGroupJob = <T>(
  groupId: string,
  work: (scope: GroupJobScope, note: (entry: JobAuditEntry & { clinicId?: string }) => void) => Promise<T>,
) => Promise<T>
/** The same in the role that alone may take a record away (rulings 22). */
export type RunDestruction = <T>(
  clinicId: string,
  work: (scope: DestroyerScope, note: (entry: JobAuditEntry) => void) => Promise<T>,
) => Promise<T>
/** The same in the role that alone may encrypt what columns hold from before. */
export type RunSealing = <T>(
  clinicId: string,
  work: (scope: SealerScope, note: (entry: JobAuditEntry) => void) => Promise<T>,
) => Promise<T>
/** Runs a sweep over all clinics, which may list ids and enqueue jobs, and nothing else. */
export type RunSweep = <T>(work: (scope: SweepScope) => Promise<T>) => Promise<T>

const visit = {
  requestId: 'job',
  ip: 'unknown',
  userAgent: 'system',
  sessionId: null,
  language: 'unknown',
  timezone: 'UTC',
}
const actor = { kind: 'system', role: 'system' } as const

type JobRunnerDeps = { database: Database; clock: Clock; writeAudit: AuditWriter; insertJobs: Jobs['insert'] }

/** Makes what jobs and sweeps run their transactions with. */
export function createJobRunners({ database, clock, writeAudit, insertJobs }: JobRunnerDeps): {
  runJob: RunJob
  runPlatformJob: RunPlatformJob
  runGroupJob: RunGroupJob
  runDestruction: RunDestruction
  runSealing: RunSealing
  runSweep: RunSweep
} {
  /** What a job noted is written to the audit log of its clinic with its own transaction. */
  const closingOf =
    (
      clinicId: string | null,
      at: Date,
      notes: readonly (JobAuditEntry & { clinicId?: string })[],
    ): (() => BeforeCommit) =>
    () =>
    async (client, pending) => {
      for (const note of notes) await writeAudit(client, { clinicId, ...note, actor, visit, at })
      await insertJobs(client, pending)
    }

  const runAs =
    (audience: 'job' | 'destroyer' | 'sealer') =>
    <T>(clinicId: string, work: (scope: never, note: (entry: JobAuditEntry) => void) => Promise<T>) => {
      const [now, notes] = [clock.now(), [] as JobAuditEntry[]]
      return transact(
        database,
        { audience, clinicId, actor, visit },
        {
          now,
          work: (scope) => work(scope as never, (entry) => notes.push(entry)),
          beforeCommit: closingOf(clinicId, now, notes),
        },
      )
    }

  return {
    runJob: runAs('job'),
    runDestruction: runAs('destroyer'),
    runSealing: runAs('sealer'),
    runPlatformJob(work) {
      const [now, notes] = [clock.now(), [] as JobAuditEntry[]]
      return transact(
        database,
        { audience: 'platform', actor, visit },
        {
          now,
          work: (scope) => work(scope, (entry) => notes.push(entry)),
          beforeCommit: closingOf(null, now, notes),
        },
      )
    },
    runGroupJob(groupId, work) {
      const [now, notes] = [clock.now(), [] as (JobAuditEntry & { clinicId?: string })[]]
      return transact(
        database,
        { audience: 'groupJob', groupId, actor, visit },
        {
          now,
          work: (scope) => work(scope, (entry) => notes.push(entry)),
          beforeCommit: closingOf(null, now, notes),
        },
      )
    },
    runSweep: (work) =>
      transact(
        database,
        { audience: 'sweep', actor, visit },
        { now: clock.now(), work, beforeCommit: () => insertJobs },
      ),
  }
}
