import { minute_ms } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RunDestruction, RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { Files } from '../../platform/files/files.ts'
import { clinicContactOf } from '../clinics/index.ts'
import type { Certificate, SealedCertificate } from '../documents/index.ts'
import {
  endDestruction,
  findDestruction,
  listDestroyedConsents,
  lateDestructions,
  type DestructionRow,
  type DestroyedConsent,
} from './destruction-store.ts'
import { eraseRecord, stopDestruction } from './erasure-store.ts'
import { retentionStatus, keepingRulesOf } from './record-keeping.ts'
import { nameOfCertificate } from './record-rules.ts'
import type { StoredFiles } from './record-writing.ts'

/** A destruction that is not done after so long was interrupted, and is taken up again. */
const minutes_until_late = 5
const destructions_per_sweep_max = 200

export type DestructionDeps = {
  runJob: RunJob
  runDestruction: RunDestruction
  files: Files
  storedFiles: readonly StoredFiles[]
  makeCertificate(given: Certificate): Promise<SealedCertificate>
}

const certificateOf = (
  row: DestructionRow,
  practice: string,
  kept: readonly DestroyedConsent[],
): Certificate => ({
  ...{ practice, number: row.number!, record: row.patientId, initials: row.initials, rule: row.rule },
  ...{ lastCareOn: row.lastCareOn, reviewOn: row.reviewOn, reason: row.reason, erasedAt: row.erasedAt! },
  ...{ counts: row.counts!, evidenceHash: row.evidenceHash! },
  proposed: { by: row.proposedBy, at: row.proposedAt },
  confirmed: { by: row.confirmedBy!, at: row.confirmedAt! },
  consents: kept.map(({ id, chain }) => ({ id, events: chain.length, head: chain.at(-1)?.hash ?? '' })),
})

/** The work behind a confirmed destruction. Each step may be interrupted and is found again by its row. */
export function destructionJobs(deps: DestructionDeps) {
  const { runJob, runDestruction, files, storedFiles, makeCertificate } = deps

  /** Takes the rows away, unless something keeps the record after all: in one transaction, which sees one moment. */
  async function erase(clinicId: string, row: DestructionRow): Promise<void> {
    const rules = await runJob(clinicId, keepingRulesOf)
    const subject = row.patientId
    await runDestruction(clinicId, async (scope, note) => {
      const { because } = await retentionStatus(scope, row.patientId, rules)
      if (because) {
        await stopDestruction(scope, row.id, because)
        const details = { destructionId: row.id, because }
        return note({ action: 'record.destruction_stopped', subject, details })
      }
      const { number, evidenceHash } = await eraseRecord(scope, row, storedFiles)
      const details = { destructionId: row.id, certificate: number, evidenceHash }
      note({ action: 'record.destroyed', subject, details })
    })
  }

  /** Removes the files behind what was erased, and then says in a certificate what was done. */
  async function finish(clinicId: string, row: DestructionRow): Promise<void> {
    for (const name of row.filesLeft) await files.remove(name)
    const given = await runJob(clinicId, async (scope) => {
      const { name } = await clinicContactOf(scope)
      return certificateOf(row, name, await listDestroyedConsents(scope, [row.id]))
    })
    const { pdf, sha256, sealingKeyId } = await makeCertificate(given)
    await files.put(nameOfCertificate(sha256), pdf, clinicId)
    const standing = await runJob(clinicId, async (scope, note) => {
      const ended = await endDestruction(scope, row.id, { sha256, bytes: pdf.length, sealingKeyId })
      if (!ended) return findDestruction(scope, row.id)
      const details = { destructionId: row.id, certificate: row.number, sha256 }
      note({ action: 'record.certificate_sealed', subject: row.patientId, details })
      return { sha256 }
    })
    // Two runs in one second seal to the same bytes, and then the file is the standing certificate's too.
    if (standing?.sha256 !== sha256) await files.remove(nameOfCertificate(sha256))
  }

  return {
    /** Carries a confirmed destruction out; done already, it does nothing. */
    async destroy({ clinicId, destructionId }: JobData): Promise<void> {
      const find = () => runJob(clinicId!, (scope) => findDestruction(scope, destructionId!))
      const confirmed = await find()
      if (confirmed?.status === 'confirmed') await erase(clinicId!, confirmed)
      const erased = await find()
      if (erased?.status === 'erased') await finish(clinicId!, erased)
    },
  }
}

/** Finds destructions that were interrupted, and enqueues the rest of each. None is begun by itself. */
export const sweepDestructions = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const confirmedBefore = new Date(scope.now.getTime() - minutes_until_late * minute_ms)
    for (const { clinicId, id } of await lateDestructions(scope, {
      confirmedBefore,
      limit: destructions_per_sweep_max,
    }))
      scope.enqueue('records.destroy', { clinicId, destructionId: id })
  })
