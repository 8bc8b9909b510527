import type { z } from 'zod'
import { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import type { Clinic, ClinicSecurity, OwnClinic, TemplateRules } from '../../../contract/clinics.ts'
import type { Feature } from '../../../contract/features.ts'
import { contract } from '../../../contract/index.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { AdminScope, ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { decideSecondFactor } from './clinic-second-factor.ts'
import {
  changeClinic,
  findOwnClinic,
  secondFactorHolders,
  listClinics,
  type ClinicRecord,
} from './clinic-store.ts'

/** What a module below knows of a clinic, injected: the tables of staff are not ours to read. */
export type ClinicDeps = {
  countStaff(scope: AdminScope, clinicIds: string[]): Promise<Map<string, number>>
  disabledFeatures(scope: ClinicScope): Promise<Feature[]>
  activeStaff(scope: ClinicScope): Promise<{ id: string; firstName: string; lastName: string }[]>
}

/** The one status inside, as the two flags of the specification. */
const viewOf = ({
  id,
  name,
  address,
  phone,
  outOfHours,
  email,
  status,
}: ClinicRecord): z.infer<typeof Clinic> => ({
  id,
  name,
  address,
  phone,
  outOfHours,
  email,
  isActive: status === 'active',
  isSuspended: status === 'suspended',
})

const ownViewOf = (clinic: ClinicRecord, featuresOff: Feature[]): z.infer<typeof OwnClinic> => {
  const { toothNotation, languages } = ClinicPolicies.parse(clinic.policies)
  return { ...viewOf(clinic), toothNotation, languages, featuresOff }
}

const securityOf = ({
  timeZone,
  sessionIdleMinutes,
  sessionHours,
  requiresSecondFactor,
}: ClinicRecord): z.infer<typeof ClinicSecurity> => ({
  timeZone,
  sessionIdleMinutes,
  sessionHours,
  requiresSecondFactor,
})

const templateRulesOf = ({ templatesNeedApproval }: ClinicRecord): z.infer<typeof TemplateRules> => ({
  needsApproval: templatesNeedApproval,
})

/** The operations of `contract/clinics.ts`. */
export const clinicHandlers = ({ countStaff, disabledFeatures, activeStaff }: ClinicDeps) => ({
  get: handle(contract.clinics.get, async (scope) => ({
    answer: ownViewOf(await findOwnClinic(scope), await disabledFeatures(scope)),
  })),

  security: handle(contract.clinics.security, async (scope) => {
    const clinic = await findOwnClinic(scope)
    const people = await activeStaff(scope)
    const holders = await secondFactorHolders(scope)
    const namesOf = (has: boolean) =>
      people
        .filter(({ id }) => holders.has(id) === has)
        .map(({ firstName, lastName }) => `${firstName} ${lastName}`)
    const { secondFactorFrom: from, secondFactorOptOut: optOut } = clinic
    const isAhead = clinic.requiresSecondFactor && from !== null && from > scope.now
    const secondFactor = {
      from: isAhead ? from.toISOString() : null,
      optOut,
      people: { having: namesOf(true), lacking: namesOf(false) },
    }
    return { answer: { ...securityOf(clinic), secondFactor } }
  }),

  changeSecurity: handle(
    contract.clinics.changeSecurity,
    async (scope, { secondFactorReason, ...wanted }) => {
      const clinic = await findOwnClinic(scope)
      const decision = decideSecondFactor(clinic, {
        isRequired: wanted.requiresSecondFactor,
        reason: secondFactorReason,
        byName: scope.actor.name,
        now: scope.now,
      })
      if (decision === 'reason-missing') return refuse('reason-missing')
      const before = securityOf(await changeClinic(scope, { ...wanted, ...decision }))
      const optedOut = decision.secondFactorOptOut ? { secondFactorOptOut: decision.secondFactorOptOut } : {}
      return { answer: wanted, subject: scope.clinicId, details: { before, after: wanted, ...optedOut } }
    },
  ),

  templateRules: handle(contract.clinics.templateRules, async (scope) => ({
    answer: templateRulesOf(await findOwnClinic(scope)),
  })),

  changeTemplateRules: handle(contract.clinics.changeTemplateRules, async (scope, wanted) => {
    const before = await changeClinic(scope, { templatesNeedApproval: wanted.needsApproval })
    return {
      answer: wanted,
      subject: scope.clinicId,
      details: { before: templateRulesOf(before), after: wanted },
    }
  }),

  listForAdmin: handle(contract.clinics.listForAdmin, async (scope, { page, pageSize }) => {
    const { rows, total } = await listClinics(scope, sliceOf({ page, pageSize }))
    const staff = await countStaff(
      scope,
      rows.map((clinic) => clinic.id),
    )
    const answer = rows.map((clinic) => ({
      ...viewOf(clinic),
      staff: staff.get(clinic.id) ?? 0,
      createdAt: clinic.createdAt.toISOString(),
    }))
    return { answer: { rows: answer, total, page, pageSize } }
  }),
})
