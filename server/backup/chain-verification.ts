import { platformClinicId, verifyClinic } from '../modules/audit/index.ts'
import { clinics } from '../modules/clinics/clinic-schema.ts'
import { verifyChainsAfter } from '../modules/consents/index.ts'
import { relatedRecordsIntact, readRelatedRecords } from '../modules/proofs/index.ts'
import type { JobScope } from '../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../platform/jobs/job-runner.ts'

export type ChainCheckReport = {
  auditRows: number
  /** Practices whose audit log does not hold. */
  brokenLogs: string[]
  consents: number
  /** Consents whose chain, or what it vouches for, does not hold. */
  brokenConsents: string[]
}

type ChainCheckDeps = { runJob: RunJob; runSweep: RunSweep }

/** Recomputes every chain there is: the audit log of each practice and of the platform, and that of each consent. */
export async function verifyChains({ runJob, runSweep }: ChainCheckDeps): Promise<ChainCheckReport> {
  const found: ChainCheckReport = { auditRows: 0, brokenLogs: [], consents: 0, brokenConsents: [] }
  const ids = await runSweep(({ tx }) => tx.select({ id: clinics.id }).from(clinics))
  for (const clinicId of [platformClinicId, ...ids.map(({ id }) => id)]) {
    const log = await runJob(clinicId, (scope) => verifyClinic(scope, { atRest: true }))
    found.auditRows += log.rows
    if (!log.intact) found.brokenLogs.push(clinicId)
    for (let after: string | null = null; ;) {
      const page = await runJob(clinicId, (scope) => verifyChainPage(scope, after))
      const last = page.at(-1)
      if (!last) break
      after = last.consentId
      found.consents += page.length
      found.brokenConsents.push(...page.filter(({ holds }) => !holds).map(({ consentId }) => consentId))
    }
  }
  return found
}

async function verifyChainPage(scope: JobScope, after: string | null) {
  const page = await verifyChainsAfter(scope, after)
  const ids = page.map(({ consentId }) => consentId)
  const besideOf = await readRelatedRecords(scope, ids)
  return page.map(({ consentId, events, isWhole }) => ({
    consentId,
    holds: isWhole && relatedRecordsIntact(besideOf(consentId), events),
  }))
}
