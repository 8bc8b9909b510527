import { destructionFiles, destructions, type Destruction } from '../../../contract/destructions.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { handle, handleFile, type HandlerResult } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findPatient } from '../patients/index.ts'
import { findStaff, holderOf, toMember } from '../staff/index.ts'
import {
  confirmationRefusal,
  destructionView,
  expiryOfProposal,
  initialsOf,
  isStillOpen,
  namesAnyone,
  type Proposer,
} from './destruction-rules.ts'
import {
  confirmProposal,
  findDestruction,
  findListedDestruction,
  insertProposal,
  listDestroyedConsents,
  listDestructions,
  lockDestruction,
  withdrawProposal,
  type DestructionRow,
} from './destruction-store.ts'
import { retentionStatus, keepingRulesOf } from './record-keeping.ts'
import { nameOfCertificate } from './record-rules.ts'

/** The proposal again after something was decided about it. */
async function done(
  scope: ClinicScope,
  { id, patientId }: DestructionRow,
): Promise<HandlerResult<Destruction>> {
  const found = await findListedDestruction(scope, id)
  const answer = destructionView(found, await listDestroyedConsents(scope, [id]), scope)
  return { answer, subject: patientId, details: { destructionId: id } }
}

/** Who proposed it, as they stand at this moment. */
async function proposerOf(scope: ClinicScope, { proposedById }: DestructionRow): Promise<Proposer> {
  const found = await findStaff(scope, proposedById)
  if (!found) return undefined
  const member = toMember(found)
  return { isActive: member.isActive, holder: holderOf(member) }
}

/** The operations of `contract/destructions.ts`. */
export const destructionHandlers = {
  list: handle(destructions.list, async (scope, { page, pageSize }) => {
    const { rows, total } = await listDestructions(scope, sliceOf({ page, pageSize }))
    const kept = await listDestroyedConsents(
      scope,
      rows.map(({ row }) => row.id),
    )
    const views = rows.map((listed) =>
      destructionView(
        listed,
        kept.filter(({ destructionId }) => destructionId === listed.row.id),
        scope,
      ),
    )
    return { answer: { rows: views, total, page, pageSize } }
  }),

  propose: handle(destructions.propose, async (scope, { patientId, reason }) => {
    const patient = await findPatient(scope, patientId)
    if (!patient || patient.status === 'merged') return refuse('not-found')
    const { care, retention, because } = await retentionStatus(scope, patientId, await keepingRulesOf(scope))
    if (because) return refuse(because)
    const { firstName, lastName, preferredName } = patient
    if (namesAnyone(reason, [firstName, lastName, preferredName])) return refuse('names-patient')
    const { reviewOn, reason: rule } = retention
    const facts = { patientId, reason, reviewOn, rule, lastCareOn: care.lastCareOn }
    const expiresAt = expiryOfProposal(scope.now)
    const made = await insertProposal(scope, { ...facts, initials: initialsOf(patient), expiresAt })
    return made ? done(scope, made) : refuse('already-proposed')
  }),

  withdraw: handle(destructions.withdraw, async (scope, { destructionId }) => {
    const proposal = await lockDestruction(scope, destructionId)
    if (!proposal) return refuse('not-found')
    if (!isStillOpen(proposal, scope.now)) return refuse('not-open')
    await withdrawProposal(scope, destructionId)
    return done(scope, proposal)
  }),

  confirm: handle(destructions.confirm, async (scope, { destructionId }) => {
    const proposal = await lockDestruction(scope, destructionId)
    if (!proposal) return refuse('not-found')
    const { staffId, now } = scope
    const proposer = await proposerOf(scope, proposal)
    const refusal = confirmationRefusal(proposal, { staffId, now, proposer })
    if (refusal) return refuse(refusal)
    const { because } = await retentionStatus(scope, proposal.patientId, await keepingRulesOf(scope))
    if (because) return refuse(because)
    await confirmProposal(scope, destructionId)
    scope.enqueue('records.destroy', { clinicId: scope.clinicId, destructionId })
    return done(scope, proposal)
  }),
}

/** Certificates as files. */
export const certificateHandler = (files: Files) =>
  handleFile(destructionFiles.certificate, async (scope, { destructionId }) => {
    const found = await findDestruction(scope, destructionId)
    if (!found || found.number === null) return refuse('not-found')
    const { sha256, number, patientId } = found
    if (!sha256) return refuse('not-ready')
    const open = async () => {
      const file = await files.read(nameOfCertificate(sha256))
      if (!file) throw new Error('A certificate is missing from the file store')
      return file
    }
    return {
      answer: { open, type: 'application/pdf', name: `destruction-certificate-${number}.pdf`, etag: sha256 },
      subject: patientId,
      details: { destructionId, sha256 },
    }
  })
