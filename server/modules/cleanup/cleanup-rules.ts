import type { CleanupFinding } from '../../../contract/cleanup.ts'
import { invited_days_max, unused_days_max } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'
import { isSameName } from '../../platform/name-comparison.ts'
import { holderOf, hasAtLeastRights, toMember, staffName, type StaffRecord } from '../staff/index.ts'

/** An account that this clinic took on, and on how many staffs it still is. */
export type ClinicAccount = {
  userId: string
  name: string
  email: string
  isActive: boolean
  staffRecords: number
}

/** The clinic as a clean-up finds it. */
export type ClinicSnapshot = {
  now: Date
  actor: StaffRecord
  /** Everybody who is not deactivated. */
  records: readonly StaffRecord[]
  accounts: readonly ClinicAccount[]
}

type Suspicion = Pick<CleanupFinding, 'kind' | 'reason'>

const daysSince = (from: Date, now: Date): number => Math.floor((now.getTime() - from.getTime()) / day_ms)

/** How long ago something was, in the largest unit that fits twice: '15 days', '3 weeks', '4 months', '2 years'. */
export function agoText(from: Date, now: Date): string {
  const days = daysSince(from, now)
  const [count, unit] =
    days >= 730
      ? [days / 365, 'year']
      : days >= 61
        ? [days / 30.5, 'month']
        : days > 20
          ? [days / 7, 'week']
          : [days, 'day']
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}

function staleInvitation({ registered, invitedAt }: StaffRecord, now: Date): Suspicion | null {
  if (registered || !invitedAt || now.getTime() - invitedAt.getTime() <= invited_days_max * day_ms)
    return null
  return { kind: 'never-registered', reason: `Invited ${agoText(invitedAt, now)}` }
}

function unusedRecord({ registered, lastLoginAt, createdAt }: StaffRecord, now: Date): Suspicion | null {
  const last = lastLoginAt ?? createdAt
  if (!registered || now.getTime() - last.getTime() <= unused_days_max * day_ms) return null
  const ago = agoText(last, now)
  return {
    kind: 'long-inactive',
    reason: lastLoginAt ? `Last signed in ${ago}` : `Never signed in, added ${ago}`,
  }
}

/** Whoever has registered and signed in last comes first; of two who never did, the older record. */
const byRecentUse = (one: StaffRecord, other: StaffRecord): number =>
  Number(other.registered) - Number(one.registered) ||
  (other.lastLoginAt?.getTime() ?? 0) - (one.lastLoginAt?.getTime() ?? 0) ||
  one.createdAt.getTime() - other.createdAt.getTime()

/** Whether a record says the same person as one that is used more. */
function duplicateRecord(record: StaffRecord, usedMore: readonly StaffRecord[]): Suspicion | null {
  const { gdcNumber } = record
  const numbered = usedMore.find((other) => gdcNumber && other.gdcNumber === gdcNumber)
  if (numbered) return { kind: 'duplicate', reason: `Same GDC number as ${staffName(numbered)}` }
  const named = usedMore.find((other) => isSameName(staffName(other), staffName(record)))
  return named ? { kind: 'duplicate', reason: `Same name as ${named.email}` } : null
}

const consentsText = (pending: number): string => (pending === 1 ? '1 consent' : `${pending} consents`)

/** Why a record that looks left behind stays all the same; null when it may be tidied. */
function retentionReason(
  record: StaffRecord,
  pending: number,
  { actor, records }: ClinicSnapshot,
): string | null {
  if (record.id === actor.id) return 'This is you.'
  const administrators = records.filter(({ role, registered }) => role === 'clinic_admin' && registered)
  if (administrators.length === 1 && administrators[0] === record) return 'This is the last administrator.'
  if (record.isOwner) return 'This is the practice owner.'
  if (!hasAtLeastRights(holderOf(toMember(actor)), toMember(record)))
    return 'They have permissions that you do not have.'
  if (pending === 0) return null
  return `They are responsible for ${consentsText(pending)}. Deactivate them in the staff list to reassign these.`
}

/** The records that look left behind, each once and for its first reason, by how clear the reason is. */
export function findSuspects({ records, now }: Pick<ClinicSnapshot, 'records' | 'now'>) {
  const used = records.toSorted(byRecentUse)
  return used.flatMap((record, index) => {
    const suspicion =
      staleInvitation(record, now) ??
      unusedRecord(record, now) ??
      duplicateRecord(record, used.slice(0, index))
    return suspicion ? [{ record, suspicion }] : []
  })
}

/** Accounts that are on no staff any more, and that no invitation waits for either. */
const abandonedAccounts = ({ accounts, records }: ClinicSnapshot): ClinicAccount[] =>
  accounts.filter(
    ({ email, isActive, staffRecords }) =>
      isActive && staffRecords === 0 && !records.some((record) => record.email === email),
  )

/**
 * What a clean-up finds, with what tidying each does and why some stay. An administrator who tidies stays themselves and
 * nobody else may tidy one, so no choice of findings takes the last one away.
 */
export function findingsOf(left: ClinicSnapshot, pendingOf: ReadonlyMap<string, number>): CleanupFinding[] {
  const ofAccounts = abandonedAccounts(left).map(({ userId, name, email }): CleanupFinding => ({
    kind: 'account-without-staff',
    id: userId,
    name,
    email,
    reason: 'No longer on any staff list',
    effect: 'Sign-in will be disabled',
    kept: null,
  }))
  const ofRecords = findSuspects(left).map(({ record, suspicion }): CleanupFinding => ({
    ...suspicion,
    id: record.id,
    name: staffName(record),
    email: record.email,
    effect: 'The record will become inactive',
    kept: retentionReason(record, pendingOf.get(record.id) ?? 0, left),
  }))
  return [...ofAccounts, ...ofRecords]
}
