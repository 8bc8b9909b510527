import type { RenewalLeaf } from '../../../verification/bundle-format.ts'
import { bytesOf, hexDigest, type HashName } from '../../../verification/bytes.ts'
import { toCanonicalText } from '../../../verification/canonical-text.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { requestTimestampByAny } from '../../platform/pdf/timestamp-request.ts'
import { eventsOf } from '../consents/index.ts'
import type { InstallationKey } from '../documents/index.ts'
import {
  buildRenewal,
  digestRenewalLeaf,
  digestsOfOneRenewal,
  digests_per_renewal_max,
  nextRenewalStart,
  renewalHash,
} from './evidence-renewal-rules.ts'
import { signDetached } from './evidence-bundle.ts'
import {
  findClinicsWithDigests,
  findLatestDigest,
  findLatestRenewal,
  insertRenewal,
  listDigestsFrom,
} from './evidence-store.ts'

type RenewalJobDeps = {
  runJob: RunJob
  timestampAuthority: string | undefined
  sealingKey(): Promise<InstallationKey>
}

/** Enqueues the renewal of the digests of each clinic that has any; whether one is due its own job finds out. */
export const sweepDigestRenewals = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const clinicId of await findClinicsWithDigests(scope))
      scope.enqueue('evidence.renew-digests', { clinicId })
  })

/** The events of a consent up to a number by a hash; null where they were destroyed with the record. */
async function chainLeaf(
  scope: JobScope,
  [consentId, events]: readonly [string, number, string],
  hash: HashName,
): Promise<RenewalLeaf> {
  const chain = (await eventsOf(scope, consentId)).slice(0, events)
  return [
    'chain',
    consentId,
    events,
    chain.length === events ? await hexDigest(toCanonicalText(chain), hash) : null,
  ]
}

/** From which digest on the next renewal of the clinic is; undefined where none is due. */
async function findNextStart(scope: JobScope) {
  const [latest, newest] = [await findLatestRenewal(scope), await findLatestDigest(scope)]
  return { latest, from: nextRenewalStart({ latest, newestDigest: newest?.number ?? 0 }, scope.now) }
}

/** The clinics whose digests are due for a renewal, for whoever runs the installation. */
export async function listDueDigests({
  runSweep,
  runJob,
}: {
  runSweep: RunSweep
  runJob: RunJob
}): Promise<{ clinicId: string; from: number }[]> {
  const due: { clinicId: string; from: number }[] = []
  for (const clinicId of await runSweep(findClinicsWithDigests)) {
    const { from } = await runJob(clinicId, findNextStart)
    if (from !== undefined) due.push({ clinicId, from })
  }
  return due
}

/** What the next renewal of a clinic is over; undefined where none is due. */
async function findPendingRenewal(scope: JobScope) {
  const { latest, from } = await findNextStart(scope)
  if (from === undefined) return undefined
  const hash = renewalHash(scope.now)
  const digests = digestsOfOneRenewal(await listDigestsFrom(scope, from, digests_per_renewal_max))
  const leaves: RenewalLeaf[] = []
  for (const digest of digests) leaves.push(await digestRenewalLeaf(digest, hash))
  for (const head of new Map(
    digests.flatMap(({ heads }) => heads).map((each) => [`${each[0]} ${each[1]}`, each]),
  ).values())
    leaves.push(await chainLeaf(scope, head, hash))
  const span = { from, to: digests.at(-1)!.number }
  const { clinicId, now } = scope
  return { leaves, renewal: await buildRenewal({ clinicId, hash, now, ...span, previous: latest, leaves }) }
}

/**
 * Renews the digests of a clinic: hashed again from the data with the strongest function, signed with the installation's
 * key, and time-stamped where an authority is configured. Done already, it does nothing; what is too much for one run is
 * gone on with by the next.
 */
export async function renewDigests(
  { runJob, timestampAuthority, sealingKey }: RenewalJobDeps,
  { clinicId }: JobData,
): Promise<void> {
  const due = await runJob(clinicId!, findPendingRenewal)
  if (!due) return
  const { renewal, leaves } = due
  const { number, hash, from, to } = renewal
  const body = toCanonicalText(renewal)
  const key = await sealingKey()
  const signature = Buffer.from(signDetached(key, bytesOf(body), hash)).toString('hex')
  const token =
    timestampAuthority === undefined
      ? null
      : await requestTimestampByAny([bytesOf(body)], timestampAuthority, [hash, 'SHA-256'])
  await runJob(clinicId!, async (scope, note) => {
    const made = await insertRenewal(scope, {
      ...{ number, hashAlgorithm: hash, fromDigest: from, toDigest: to, body, leaves, signature },
      sealingKeyId: key.id,
      timeStamp: token && Buffer.from(token).toString('base64'),
    })
    if (made) note({ action: 'digests.renewed', subject: made.id, details: { number, hash, from, to } })
  })
}
