import { algorithmLifetimes } from '../../../verification/algorithm-lifetimes.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { latestVersions } from './document-archive-jobs.ts'
import { findRenewableConsents, listDocumentVersions } from './document-store.ts'
import { renewalReason, type RenewalState } from './document-renewal-rules.ts'

/** The table of algorithms in words: until when each may be relied on, and who says so. */
export const describeAlgorithms = (): string[] =>
  Object.entries(algorithmLifetimes).map(
    ([name, { reliedUntil, source }]) => `${name}: until ${reliedUntil ?? 'no end named'} (${source})`,
  )

type DueRenewal = { clinicId: string; consentId: string; kind: string; number: number; reason: string }

/** What is renewed next and why, for whoever runs the installation; ids alone, and so many consents at most. */
export async function listDueRenewals(
  { runSweep, runJob }: { runSweep: RunSweep; runJob: RunJob },
  state: RenewalState,
  consents_max: number,
): Promise<DueRenewal[]> {
  const found = await runSweep((scope) => findRenewableConsents(scope, state, consents_max))
  const due: DueRenewal[] = []
  for (const { clinicId, consentId } of found) {
    const versions = await runJob(clinicId, (scope) => listDocumentVersions(scope, consentId))
    for (const version of latestVersions(versions)) {
      const reason = renewalReason(version, state)
      if (reason !== undefined)
        due.push({ clinicId, consentId, kind: version.kind, number: version.number, reason })
    }
  }
  return due
}
