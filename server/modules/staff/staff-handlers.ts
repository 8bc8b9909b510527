import { isDeepStrictEqual } from 'node:util'
import { contract } from '../../../contract/index.ts'
import { invitations_a_day_max } from '../../../contract/limits.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope, StaffSide } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { queueMessage } from '../messages/index.ts'
import { handOver, ownershipOf } from './owner-handover.ts'
import { lockOwnership } from './staff-owner-store.ts'
import {
  deactivationRefusal,
  holderOf,
  holdsAsMuch,
  isInvitedJustNow,
  needsGdcNumber,
  rightsOf,
  staffName,
  updateRefusal,
  type Standing,
} from './staff-rules.ts'
import {
  changeStaff,
  countInvitations,
  findClinician,
  findStaff,
  insertInvited,
  listClinicians,
  listStaff,
  lockAdministrators,
  lockStaff,
  type StaffDetails,
  type StaffRecord,
} from './staff-store.ts'
import { memberOf, staffView, staffViews } from './staff-view.ts'

/** What a module below knows of a member of staff, injected: consents are not ours to read. */
export type StaffParts = {
  /** How many consents that are not finished they look after. */
  countPending(scope: StaffSide, staffId: string): Promise<number>
}

/** An empty GDC number is none. */
const detailsOf = <Given extends { gdcNumber: string }>({ gdcNumber, ...given }: Given) => ({
  ...given,
  gdcNumber: gdcNumber || null,
})

const done = async (scope: ClinicScope, record: StaffRecord, details: Record<string, unknown> = {}) => ({
  answer: await staffView(scope, record),
  subject: record.id,
  details,
})

/**
 * The person who asks and the one it is about, as they stand now and until the change is done: what the one holds may
 * have been taken from them since the request came in. Undefined when nobody of the clinic is meant.
 */
async function lockStanding(
  scope: ClinicScope,
  staffId: string,
): Promise<{ standing: Standing; record: StaffRecord } | undefined> {
  const administratorIds = await lockAdministrators(scope)
  const record = await lockStaff(scope, staffId)
  const actor = await findStaff(scope, scope.staffId)
  if (!record || !actor) return undefined
  return { record, standing: { actor: memberOf(actor), target: memberOf(record), administratorIds } }
}

/** Names of the details that a save changes, and where it changes rights, what they were and what they are now. */
function changesOf(before: StaffRecord, after: StaffRecord) {
  const details = ['firstName', 'lastName', 'jobTitle', 'isClinician', 'gdcNumber'] as const
  const fields = details.filter((field) => before[field] !== after[field])
  const [was, is] = [rightsOf(memberOf(before)), rightsOf(memberOf(after))]
  return isDeepStrictEqual(was, is) ? { fields } : { fields, before: was, after: is }
}

/** Whether the clinic may send another invitation today; those of one clinic are counted one after the other. */
async function mayInvite(scope: ClinicScope): Promise<boolean> {
  await lockAdministrators(scope)
  return (await countInvitations(scope)) < invitations_a_day_max
}

const invited = async (scope: ClinicScope, { id, email }: StaffRecord) =>
  queueMessage(scope, { kind: 'invitation', aboutId: id, recipient: email })

/** Who is on the staff. */
const reading = ({ countPending }: StaffParts) => ({
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
const changing = {
  invite: handle(contract.staff.invite, async (scope, { email, ...input }) => {
    const details: StaffDetails = detailsOf(input)
    const actor = memberOf((await findStaff(scope, scope.staffId))!)
    if (!holdsAsMuch(holderOf(actor), details)) return refuse('above-own-rights')
    if (needsGdcNumber(details)) return refuse('gdc-number-needed')
    if (!(await mayInvite(scope))) return refuse('too-many-invitations')
    const record = await insertInvited(scope, email.toLowerCase(), details)
    if (!record) return refuse('email-on-staff')
    await invited(scope, record)
    return done(scope, record, rightsOf(memberOf(record)))
  }),

  resend: handle(contract.staff.resend, async (scope, { staffId }) => {
    const isWithin = await mayInvite(scope)
    const record = await lockStaff(scope, staffId)
    if (!record) return refuse('staff-not-found')
    if (record.registered) return refuse('registered')
    if (record.status !== 'active') return refuse('inactive')
    if (isInvitedJustNow(record, scope.now)) return refuse('sent-just-now')
    if (!isWithin) return refuse('too-many-invitations')
    const asked = await changeStaff(scope, staffId, { invitedAt: scope.now })
    await invited(scope, asked)
    return done(scope, asked)
  }),

  update: handle(contract.staff.update, async (scope, { staffId, ...input }) => {
    const found = await lockStanding(scope, staffId)
    if (!found) return refuse('staff-not-found')
    const details: StaffDetails = detailsOf(input)
    const refusal = updateRefusal(found.standing, details)
    if (refusal) return refuse(refusal)
    if (needsGdcNumber(details)) return refuse('gdc-number-needed')
    const after = await changeStaff(scope, staffId, details)
    return { ...(await done(scope, after, changesOf(found.record, after))), before: found.record }
  }),
}

/** Ending somebody's access, which the next request already feels, and giving it back. */
const standingChanges = ({ countPending }: StaffParts) => ({
  deactivate: handle(contract.staff.deactivate, async (scope, { staffId, takeoverId }) => {
    const found = await lockStanding(scope, staffId)
    if (!found) return refuse('staff-not-found')
    const refusal = deactivationRefusal(found.standing)
    if (refusal) return refuse(refusal)
    const takesOver = takeoverId !== null && takeoverId !== staffId
    if (takeoverId && !(takesOver && (await findClinician(scope, takeoverId))))
      return refuse('takeover-not-found')
    const pendingConsents = await countPending(scope, staffId)
    if (pendingConsents > 0 && !takeoverId) return refuse('takeover-needed', { pendingConsents })
    const after = await changeStaff(scope, staffId, { status: 'inactive' })
    if (pendingConsents > 0 && takeoverId)
      scope.enqueue('consents.take-over', { clinicId: scope.clinicId, staffId, takeoverId })
    return done(scope, after, { pendingConsents, takeoverId })
  }),

  activate: handle(contract.staff.activate, async (scope, { staffId }) => {
    const found = await lockStanding(scope, staffId)
    if (!found) return refuse('staff-not-found')
    const { actor, target } = found.standing
    if (!holdsAsMuch(holderOf(actor), target)) return refuse('above-own-rights')
    return done(scope, await changeStaff(scope, staffId, { status: 'active' }))
  }),
})

/** Whose the practice is. */
const owning = {
  ownership: handle(contract.staff.ownership, async (scope) => ({ answer: await ownershipOf(scope) })),

  handOver: handle(contract.staff.handOver, async (scope, { staffId: toId, reason }) => {
    const { clinicId } = scope
    const { owner, isKnown } = await lockOwnership(scope, { clinicId, toId })
    // Nobody else hands it on, whatever they may do in it.
    if (isKnown && owner?.id !== scope.staffId) return refuse('not-owner')
    const moved = await handOver(scope, { clinicId, toId })
    if (typeof moved === 'string') return refuse(moved)
    return { answer: await ownershipOf(scope), subject: clinicId, details: { ...moved, reason } }
  }),
}

/** The operations of `contract/staff.ts`. */
export const staffHandlers = (parts: StaffParts) => ({
  ...reading(parts),
  ...changing,
  ...standingChanges(parts),
  ...owning,
})
