import type { AdminScope, ClinicScope, JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { clinicContactOf } from '../clinics/index.ts'
import { composeNotice, queueMessage, type Composer } from '../messages/index.ts'
import { lockOwnership, setOwner } from './staff-owner-store.ts'
import { staffName } from './staff-rules.ts'
import { listActiveStaff, findStaff } from './staff-store.ts'

type OwnershipTransfer = { clinicId: string; toId: string }
type TransferResult = {
  before: { owner: string }
  after: { owner: string }
  fromId: string | null
  toId: string
}

/**
 * Makes another administrator of a practice its owner, and has both told; answers what changed, for the audit log, or
 * why nothing did.
 */
export async function transferOwnership(
  scope: ClinicScope | AdminScope,
  { clinicId, toId }: OwnershipTransfer,
): Promise<TransferResult | 'staff-not-found' | 'not-administrator' | 'unchanged'> {
  const { owner, heirs, isKnown } = await lockOwnership(scope, { clinicId, toId })
  if (!isKnown) return 'staff-not-found'
  if (owner?.id === toId) return 'unchanged'
  const heir = heirs.find(({ id }) => id === toId)
  if (!heir) return 'not-administrator'
  const fromId = owner?.id ?? null
  await setOwner(scope, { clinicId, fromId, toId })
  for (const { id } of owner ? [owner, heir] : [heir])
    scope.enqueue('staff.tell-owner', { clinicId, staffId: id })
  return { before: { owner: owner ? staffName(owner) : '' }, after: { owner: staffName(heir) }, fromId, toId }
}

/** Whose the caller's own practice is, and to whom it could be handed on. */
export async function findOwnership(scope: ClinicScope) {
  const people = (await listActiveStaff(scope)).filter(({ role }) => role === 'clinic_admin')
  const named = ({ id, ...person }: (typeof people)[number]) => ({ id, name: staffName(person) })
  const owner = people.find(({ isOwner }) => isOwner)
  return {
    owner: owner ? named(owner) : null,
    isMine: owner?.id === scope.staffId,
    heirs: people.filter(({ registered, isOwner }) => registered && !isOwner).map(named),
  }
}

/** Tells somebody whose practice was handed on, or to whom it was. */
export const ownerComposer =
  (supportEmail: string): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    const owner = (await listActiveStaff(scope)).find(({ isOwner }) => isOwner)
    if (!member || !owner) return null
    const { name: practiceName } = await clinicContactOf(scope)
    const noticeData = {
      practiceName,
      ownerName: staffName(owner),
      supportEmail,
      greetingName: member.firstName,
    }
    return composeNotice('owner-changed', noticeData)
  }

/** Queues the mail to one of the two. */
export const notifyOwner = (runJob: RunJob, { clinicId, staffId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const member = await findStaff(scope, staffId!)
    if (member?.registered)
      await queueMessage(scope, { kind: 'owner-changed', aboutId: member.id, recipient: member.email })
  })
