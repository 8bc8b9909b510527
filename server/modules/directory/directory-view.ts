import type { DirectoryEntry, DirectoryPerson, DirectoryRow } from '../../../contract/directory.ts'
import { consentStatuses, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { accountOf } from '../billing/index.ts'
import { graceEnd, effectivePlan, isLarger, activeGraces } from '../clinics/index.ts'
import { staffName, type StaffRecord } from '../staff/index.ts'
import { countConsentsThisMonth, type ListedClinic } from './directory-list-store.ts'
import { changeOf, trialLastDay, trialStateOf } from './directory-rules.ts'
import {
  countConsentsByStatus,
  listAccountHistory,
  listStaffOfClinic,
  findSecondFactorHolders,
  findClinicUsage,
} from './directory-store.ts'

type Counts = { staff: number; consentsThisMonth: number }

/** What the list shows of a practice. */
export function directoryRowOf(
  clinic: ListedClinic,
  { staff, consentsThisMonth }: Counts,
  now: Date,
): DirectoryRow {
  const { id, name, address, email, status, plan, timeZone, trialEndsAt, lastActivityAt, createdAt } = clinic
  return {
    ...{ id, name, address, email, status, plan, staff, consentsThisMonth },
    trial: trialStateOf(trialEndsAt, now),
    trialUntil: trialLastDay(trialEndsAt, timeZone),
    lastActivityAt: lastActivityAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

const personOf = (record: StaffRecord, secondFactors: ReadonlySet<string>): DirectoryPerson => ({
  id: record.id,
  clinicId: record.clinicId,
  userId: record.userId,
  name: staffName(record),
  email: record.email,
  jobTitle: record.jobTitle,
  role: record.role as DirectoryPerson['role'],
  permissionLevel: record.permissionLevel,
  isActive: record.status === 'active',
  isOwner: record.isOwner,
  registered: record.registered,
  invitedAt: record.registered ? null : (record.invitedAt?.toISOString() ?? null),
  lastLoginAt: record.lastLoginAt?.toISOString() ?? null,
  hasSecondFactor: secondFactors.has(record.id),
})

/** Every status is named, also those no consent stands in. */
export const withAllStatuses = (counted: Partial<Record<ConsentStatus, number>>) =>
  Object.fromEntries(consentStatuses.map((status) => [status, counted[status] ?? 0])) as Record<
    ConsentStatus,
    number
  >

/** What a practice pays by card, as far as it says which plan holds: no amount, and nothing of the card. */
async function findPayment(scope: AdminScope, clinic: ListedClinic): Promise<DirectoryEntry['payment']> {
  const account = await accountOf(scope, clinic.id)
  const { unpaidSince } = clinic
  return {
    status: account?.status ?? null,
    endsAt: account?.endsAt?.toISOString() ?? null,
    unpaidSince: unpaidSince?.toISOString() ?? null,
    unpaidUntil: unpaidSince && graceEnd(unpaidSince).toISOString(),
    heldPlan: effectivePlan(clinic, scope.now),
    graces: activeGraces(clinic.graces, scope.now)
      .filter(({ plan }) => isLarger(plan, clinic.plan))
      .map(({ plan, until }) => ({ plan, until })),
  }
}

/** One practice with all that those who run the platform may know of it. */
export async function buildDirectoryEntry(scope: AdminScope, clinic: ListedClinic): Promise<DirectoryEntry> {
  const { id: clinicId } = clinic
  const people = await listStaffOfClinic(scope, clinicId)
  const secondFactors = await findSecondFactorHolders(scope, clinicId)
  const consentsThisMonth = (await countConsentsThisMonth(scope, [clinicId])).get(clinicId) ?? 0
  const { staff: _staff, ...row } = directoryRowOf(clinic, { staff: 0, consentsThisMonth }, scope.now)
  return {
    ...row,
    phone: clinic.phone,
    website: clinic.website,
    nation: clinic.nation,
    timeZone: clinic.timeZone,
    version: clinic.settingsVersion,
    closedAt: clinic.closedAt?.toISOString() ?? null,
    branding: { colour: clinic.brandColour, logo: clinic.logo },
    usage: { consentsThisMonth, ...(await findClinicUsage(scope, clinicId)) },
    payment: await findPayment(scope, clinic),
    requiresSecondFactor: clinic.requiresSecondFactor,
    secondFactorFrom: clinic.secondFactorFrom?.toISOString() ?? null,
    isSecondFactorDeclined: clinic.secondFactorOptOut !== null,
    people: people.map((person) => personOf(person, secondFactors)),
    consents: withAllStatuses(await countConsentsByStatus(scope, clinicId)),
    history: (await listAccountHistory(scope, clinicId)).map(changeOf),
  }
}
