import { contract } from '../../../contract/index.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { accountOf, isLive, isPaidByGroup } from '../billing/index.ts'
import {
  gracesAfter,
  insertClinic,
  lockClinic,
  saveAccount,
  type ClinicFacts,
  type ClinicRecord,
} from '../clinics/index.ts'
import { insertAdministrator } from '../staff/index.ts'
import { changesBetween, trialEnd, trialLastDay } from './directory-rules.ts'
import { findEmailHolder } from './directory-store.ts'

/** Why an address cannot be given to a new administrator; null when it can. */
export async function validateAdminEmail(scope: AdminScope, email: string) {
  const holder = await findEmailHolder(scope, email)
  if (holder === null) return null
  return holder === 'account' ? ('email-already-in-use' as const) : ('email-on-staff' as const)
}

/** Done to a practice: it stands in that practice's own log, where its people can be shown it. */
export const auditedForClinic = <T>(clinicId: string, answer: T, details: Record<string, unknown>) => ({
  answer,
  subject: clinicId,
  details,
  by: { clinicId },
})

const factsOf = ({ name, address, phone, email, nation, timeZone }: ClinicFacts): ClinicFacts => ({
  ...{ name, address, phone, email, nation, timeZone },
})
const termsOf = ({ plan, trialEndsAt, timeZone }: ClinicRecord) => ({
  plan,
  trialUntil: trialLastDay(trialEndsAt, timeZone),
})

/** Adding practices, and changing what holds of their account. */
export const accountChanges = {
  create: handle(contract.directory.create, async (scope, { trialUntil, administrator, ...clinic }) => {
    const trialEndsAt = trialEnd(trialUntil, clinic.timeZone)
    if (trialEndsAt && trialEndsAt <= scope.now) return refuse('trial-over')
    const email = administrator.email.toLowerCase()
    const refusal = await validateAdminEmail(scope, email)
    if (refusal) return refuse(refusal, { fields: [{ field: 'administrator.email', message: takenText }] })
    const clinicId = await insertClinic(scope, { ...clinic, trialEndsAt })
    const staffId = await insertAdministrator(scope, { ...administrator, email, clinicId, isOwner: true })
    scope.enqueue('directory.invite', { clinicId, staffId })
    const after = { ...factsOf(clinic), plan: clinic.plan, trialUntil }
    return auditedForClinic(clinicId, { id: clinicId }, { after, staffId })
  }),

  changeFacts: handle(contract.directory.changeFacts, async (scope, { clinicId, version, ...wanted }) => {
    const before = await lockClinic(scope, clinicId)
    if (!before) return refuse('clinic-not-found')
    if (before.settingsVersion !== version) return refuse('changed-meanwhile')
    const saved = await saveAccount(scope, clinicId, wanted)
    const changed = changesBetween(factsOf(before), factsOf(saved))
    return { ...auditedForClinic(clinicId, { version: saved.settingsVersion }, changed), before }
  }),

  changePlan: handle(contract.directory.changePlan, async (scope, { clinicId, plan, trialUntil, reason }) => {
    const before = await lockClinic(scope, clinicId)
    if (!before) return refuse('clinic-not-found')
    const account = await accountOf(scope, clinicId)
    if (isLive(account?.status ?? null)) return refuse('paid-by-card')
    if (await isPaidByGroup(scope, clinicId)) return refuse('paid-by-group')
    const [was, wanted] = [termsOf(before), { plan, trialUntil }]
    const changed = changesBetween(was, wanted)
    if (Object.keys(changed.after).length === 0) return refuse('unchanged')
    const trialEndsAt = trialEnd(trialUntil, before.timeZone)
    if (was.trialUntil !== trialUntil && trialEndsAt && trialEndsAt <= scope.now) return refuse('trial-over')
    // A trial that stays as it was ends at the very moment at which it did.
    const ends = was.trialUntil === trialUntil ? {} : { trialEndsAt }
    const graces = gracesAfter(before, plan, scope.now)
    // What was owed was owed for what a card paid; whoever puts a practice on a plan has agreed it.
    await saveAccount(scope, clinicId, { plan, ...ends, graces, unpaidSince: null })
    return auditedForClinic(clinicId, { plan }, { ...changed, reason })
  }),

  changeStatus: handle(contract.directory.changeStatus, async (scope, { clinicId, status, reason }) => {
    const before = await lockClinic(scope, clinicId)
    if (!before) return refuse('clinic-not-found')
    if (before.status === status) return refuse('unchanged')
    await saveAccount(scope, clinicId, { status, closedAt: null })
    // Its people can come in or they cannot: from one kind of shut to the other there is nothing to tell them.
    const isNews = before.status === 'active' || status === 'active'
    if (isNews) scope.enqueue('directory.tell-standing', { clinicId })
    return auditedForClinic(
      clinicId,
      { status },
      { before: { status: before.status }, after: { status }, reason },
    )
  }),
}

const takenText = 'Enter an address that does not belong to an existing account'
