import { isDeepStrictEqual } from 'node:util'
import { contract } from '../../../contract/index.ts'
import { invitations_a_day_max } from '../../../contract/limits.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { queueMessage } from '../messages/index.ts'
import { transferOwnership, findOwnership } from './ownership-transfer.ts'
import { lockOwnership } from './staff-owner-store.ts'
import {
  deactivationRefusal,
  holderOf,
  hasAtLeastRights,
  wasJustInvited,
  needsGdcNumber,
  rightsOf,
  staffName,
  updateRefusal,
  type RightsChange,
} from './staff-rules.ts'
import {
  updateStaff,
  countInvitations,
  findClinician,
  findStaff,
  insertInvited,
  isGdcNumberTaken,
  listClinicians,
  listStaff,
  lockAdministrators,
  lockStaff,
  type StaffDetails,
  type StaffRecord,
} from './staff-store.ts'
import { toMember, staffView, staffViews } from './staff-view.ts'

/** What a module below knows of a member of staff, injected: consents are not ours to read. */
export type StaffDeps = {
  /** How many consents that are not finished they look after. */
  countPending(scope: StaffScope, staffId: string): Promise<number>
}

/** An empty GDC number is none. */
const normaliseDetails = <Given extends { gdcNumber: string }>({ gdcNumber, ...given }: Given) => ({
  ...given,
  gdcNumber: gdcNumber || null,
})

const staffResult = async (
  scope: ClinicScope,
  record: StaffRecord,
  details: Record<string, unknown> = {},
) => ({
  answer: await staffView(scope, record),
  subject: record.id,
  details,
})

/**
 * The person who asks and the one it is about, as they stand now and until the change is done: what the one holds may
 * have been taken from them since the request came in. Undefined when nobody of the clinic is meant.
 */
async function lockActorAndTarget(
  scope: ClinicScope,
  staffId: string,
): Promise<{ standing: RightsChange; record: StaffRecord } | undefined> {
  const administratorIds = await lockAdministrators(scope)
  const record = await lockStaff(scope, staffId)
  const actor = await findStaff(scope, scope.staffId)
  if (!record || !actor) return undefined
  return { record, standing: { actor: toMember(actor), target: toMember(record), administratorIds } }
}

/** Names of the details that a save changes, and where it changes rights, what they were and what they are now. */
function changesOf(before: StaffRecord, after: StaffRecord) {
  const details = ['firstName', 'lastName', 'jobTitle', 'isClinician', 'gdcNumber'] as const
  const fields = details.filter((field) => before[field] !== after[field])
  const [was, is] = [rightsOf(toMember(before)), rightsOf(toMember(after))]
  return isDeepStrictEqual(was, is) ? { fields } : { fields, before: was, after: is }
}

/** Whether the clinic may send another invitation today; those of one clinic are counted one after the other. */
async function canInvite(scope: ClinicScope): Promise<boolean> {
  await lockAdministrators(scope)
  return (await countInvitations(scope)) < invitations_a_day_max
}

const sendInvitation = async (scope: ClinicScope, { id, email }: StaffRecord) =>
  queueMessage(scope, { kind: 'invitation', aboutId: id, recipient: email })

/** Who is on the staff. */
const readHandlers = ({ countPending }: StaffDeps) => ({
  clinicians: handle(contract.staff.clinicians, async (scope) => {
    const found = await listClinicians(scope)
    return {
      answer: found.map((member) => ({
        id: member.id,
        name: staffName(member),
        role: member.jobTitle,
        gdcNumber: member.gdcNumber,
        isMe: member.id === scope.staffId,
      })),
    }
  }),

  list: handle(contract.staff.list, async (scope, { page, pageSize, ...filter }) => {
    const { rows, total } = await listStaff(scope, filter, sliceOf({ page, pageSize }))
    return { answer: { rows: await staffViews(scope, rows), total, page, pageSize } }
  }),

  get: handle(contract.staff.get, async (scope, { staffId }) => {
    const record = await findStaff(scope, staffId)
    if (!record) return refuse('staff-not-found')
    const pendingConsents = await countPending(scope, staffId)
    return { answer: { ...(await staffView(scope, record)), pendingConsents } }
  }),
})

/** Putting people on the staff, and changing what they may do. */
const changeHandlers = {
  invite: handle(contract.staff.invite, async (scope, { email, ...input }) => {
    const details: StaffDetails = normaliseDetails(input)
    const actor = toMember((await findStaff(scope, scope.staffId))!)
    if (!hasAtLeastRights(holderOf(actor), details)) return refuse('above-own-rights')
    if (needsGdcNumber(details)) return refuse('gdc-number-needed')
    if (!(await canInvite(scope))) return refuse('too-many-invitations')
    if (await isGdcNumberTaken(scope, details)) return refuse('gdc-number-taken')
    const record = await insertInvited(scope, email.toLowerCase(), details)
    if (!record) return refuse('email-on-staff')
    await sendInvitation(scope, record)
    return staffResult(scope, record, rightsOf(toMember(record)))
  }),

  resend: handle(contract.staff.resend, async (scope, { staffId }) => {
    const isWithin = await canInvite(scope)
    const record = await lockStaff(scope, staffId)
    if (!record) return refuse('staff-not-found')
    if (record.registered) return refuse('registered')
    if (record.status !== 'active') return refuse('inactive')
    if (wasJustInvited(record, scope.now)) return refuse('sent-just-now')
    if (!isWithin) return refuse('too-many-invitations')
    const updatedRecord = await updateStaff(scope, staffId, { invitedAt: scope.now })
    await sendInvitation(scope, updatedRecord)
    return staffResult(scope, updatedRecord)
  }),

  update: handle(contract.staff.update, async (scope, { staffId, ...input }) => {
    const found = await lockActorAndTarget(scope, staffId)
    if (!found) return refuse('staff-not-found')
    const details: StaffDetails = normaliseDetails(input)
    const refusal = updateRefusal(found.standing, details)
    if (refusal) return refuse(refusal)
    if (needsGdcNumber(details)) return refuse('gdc-number-needed')
    const isNumberNew = details.gdcNumber !== found.record.gdcNumber
    if (isNumberNew && (await isGdcNumberTaken(scope, details, staffId))) return refuse('gdc-number-taken')
    const after = await updateStaff(scope, staffId, details)
    return { ...(await staffResult(scope, after, changesOf(found.record, after))), before: found.record }
  }),
}

/** Ending somebody's access, which the next request already feels, and giving it back. */
const statusHandlers = ({ countPending }: StaffDeps) => ({
  deactivate: handle(contract.staff.deactivate, async (scope, { staffId, takeoverId }) => {
    const found = await lockActorAndTarget(scope, staffId)
    if (!found) return refuse('staff-not-found')
    const refusal = deactivationRefusal(found.standing)
    if (refusal) return refuse(refusal)
    const takesOver = takeoverId !== null && takeoverId !== staffId
    if (takeoverId && !(takesOver && (await findClinician(scope, takeoverId))))
      return refuse('takeover-not-found')
    const pendingConsents = await countPending(scope, staffId)
    if (pendingConsents > 0 && !takeoverId) return refuse('takeover-needed', { pendingConsents })
    const after = await updateStaff(scope, staffId, { status: 'inactive' })
    if (pendingConsents > 0 && takeoverId)
      scope.enqueue('consents.take-over', { clinicId: scope.clinicId, staffId, takeoverId })
    return staffResult(scope, after, { pendingConsents, takeoverId })
  }),

  activate: handle(contract.staff.activate, async (scope, { staffId }) => {
    const found = await lockActorAndTarget(scope, staffId)
    if (!found) return refuse('staff-not-found')
    const { actor, target } = found.standing
    if (!hasAtLeastRights(holderOf(actor), target)) return refuse('above-own-rights')
    return staffResult(scope, await updateStaff(scope, staffId, { status: 'active' }))
  }),
})

/** Whose the practice is. */
const ownershipHandlers = {
  ownership: handle(contract.staff.ownership, async (scope) => ({ answer: await findOwnership(scope) })),

  handOver: handle(contract.staff.handOver, async (scope, { staffId: toId, reason }) => {
    const { clinicId } = scope
    const { owner, isKnown } = await lockOwnership(scope, { clinicId, toId })
    // Nobody else hands it on, whatever they may do in it.
    if (isKnown && owner?.id !== scope.staffId) return refuse('not-owner')
    const transferred = await transferOwnership(scope, { clinicId, toId })
    if (typeof transferred === 'string') return refuse(transferred)
    return { answer: await findOwnership(scope), subject: clinicId, details: { ...transferred, reason } }
  }),
}

/** The operations of `contract/staff.ts`. */
export const staffHandlers = (deps: StaffDeps) => ({
  ...readHandlers(deps),
  ...changeHandlers,
  ...statusHandlers(deps),
  ...ownershipHandlers,
})
