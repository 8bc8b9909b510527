import { createHash } from 'node:crypto'
import { toCanonicalText } from '../../../verification/canonical-text.ts'
import { bytesOf } from '../../../verification/bytes.ts'
import { hour_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { requestTimestamp } from '../../platform/pdf/timestamp-request.ts'
import { timeZoneOf } from '../clinics/index.ts'
import type { InstallationKey } from '../documents/index.ts'
import { signDetached } from './evidence-bundle.ts'
import { buildDigest, isDigestRequired, lastDigestDay } from './evidence-rules.ts'
import {
  findClinicsWithoutDigest,
  listChainHeads,
  insertDigest,
  findLatestAuditSeal,
  findLatestDigest,
} from './evidence-store.ts'

type EvidenceJobDeps = {
  runJob: RunJob
  timestampAuthority: string | undefined
  sealingKey(): Promise<InstallationKey>
}

/** Shorter than any day, so that each clinic's own job is asked in time and finds out by itself whether it is due. */
const digest_hours = 20

/** Enqueues the digest of each clinic that had none lately; a sweep may not read where clinics are. */
export const sweepDigests = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const since = new Date(scope.now.getTime() - digest_hours * hour_ms)
    for (const clinicId of await findClinicsWithoutDigest(scope, since))
      scope.enqueue('evidence.digest', { clinicId })
  })

/** What the digest of the day that ended says; undefined where it was made already. */
async function findPendingDigest(scope: JobScope) {
  const time = lastDigestDay(scope.now, await timeZoneOf(scope))
  const previous = await findLatestDigest(scope)
  if (!isDigestRequired(time, previous)) return undefined
  const heads = await listChainHeads(scope, previous?.untilAt, time.until)
  const auditSeal = await findLatestAuditSeal(scope)
  return { heads, digest: await buildDigest({ clinicId: scope.clinicId, time, previous, heads, auditSeal }) }
}

/**
 * Signs the heads of a clinic's chains of the day that ended, has them time-stamped where an authority is configured, and
 * adds them behind the day before. Done already, it does nothing; a day that was missed goes into the next one.
 */
export async function createDigest(
  { runJob, timestampAuthority, sealingKey }: EvidenceJobDeps,
  { clinicId }: JobData,
): Promise<void> {
  const due = await runJob(clinicId!, findPendingDigest)
  if (!due) return
  const { digest, heads } = due
  const body = toCanonicalText(digest)
  const key = await sealingKey()
  const bytes = bytesOf(body)
  const token = timestampAuthority === undefined ? null : await requestTimestamp([bytes], timestampAuthority)
  await runJob(clinicId!, async (scope, note) => {
    const hash = createHash('sha256').update(body).digest('hex')
    const made = await insertDigest(scope, {
      ...{ body, heads, hash, number: digest.number, day: digest.day, previousHash: digest.previousHash },
      ...{ fromAt: digest.from === null ? null : new Date(digest.from), untilAt: new Date(digest.until) },
      ...{ signature: Buffer.from(signDetached(key, bytes)).toString('hex'), sealingKeyId: key.id },
      timeStamp: token && Buffer.from(token).toString('base64'),
    })
    if (made) note({ action: 'digest.made', subject: made.id, details: { day: digest.day, hash } })
  })
}
