import { contract } from '../../../contract/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { CallOperation } from '../../platform/http/operation-caller.ts'
import { handle } from '../../platform/http/operations.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import { findPatient } from '../patients/index.ts'
import { listActiveStaff } from '../staff/index.ts'
import { findKeyCreator } from '../integrations/index.ts'
import { findLaunch, insertLaunch, useUpLaunch } from './program-launch-store.ts'
import { resolvePatient } from './program-patients.ts'
import { actingScope } from './program-scope.ts'
import { findExternalAppointment } from './program-store.ts'
import { resolveTreatments } from './program-treatments.ts'

const { createLaunch } = contract.programs

/** A member of staff as another program names them: by our id, or by e-mail address. */
async function resolveStaff(
  scope: ClinicScope,
  { staffId, staffEmail }: { staffId?: string | undefined; staffEmail?: string | undefined },
): Promise<{ staffId: string } | 'staff-unnamed' | 'staff-not-found'> {
  if (staffId === undefined && staffEmail === undefined) return 'staff-unnamed'
  const found = (await listActiveStaff(scope)).find(({ id, email }) =>
    staffId === undefined ? email.toLowerCase() === staffEmail!.toLowerCase() : id === staffId,
  )
  return found ? { staffId: found.id } : 'staff-not-found'
}

/** Addresses that open Candour in the context of another program, and what opens them (`contract/programs.ts`). */
export const launchHandlers = ({
  callOperation,
  address,
}: {
  callOperation: CallOperation
  address: string
}) => {
  /** The page of the clinic area, with what is known in its query. */
  async function boardPath(scope: ClinicScope, identifier: string | undefined) {
    if (identifier === undefined) return refuse('appointment-unnamed')
    const appointmentId = await findExternalAppointment(scope, identifier)
    if (appointmentId === null) return refuse('appointment-not-found')
    const found = await callOperation(contract.appointments.get, scope, { appointmentId })
    if (found instanceof Refusal) return refuse('appointment-not-found')
    const { day, clinician } = found.answer
    return `/clinic?${new URLSearchParams({ day, who: clinician.id })}`
  }

  async function newConsentPath(
    scope: ClinicScope,
    patientId: string,
    { templateId, code }: { templateId?: string | undefined; code?: string | undefined },
  ) {
    if (templateId === undefined && code === undefined)
      return `/clinic/consents/new?${new URLSearchParams({ patient: patientId })}`
    const found = await resolveTreatments(scope, [{ templateId, code }])
    if ('refusal' in found) return refuse('template-not-found')
    const [treatmentCode] = found.unmapped
    if (treatmentCode !== undefined) return refuse('code-unmapped', { treatmentCode })
    const known = await callOperation(contract.templates.get, scope, {
      templateId: found.resolved[0]!.templateId,
    })
    if (known instanceof Refusal) return refuse('template-not-found')
    const query = { patient: patientId, template: known.answer.id }
    return `/clinic/consents/new?${new URLSearchParams(query)}`
  }

  return {
    create: handle(createLaunch, async (program, { open, appointmentIdentifier, ...given }) => {
      const scope = actingScope(program, await findKeyCreator(program))
      const person = await resolveStaff(scope, given)
      if (typeof person === 'string') return refuse(person)
      const pathOf = async () => {
        if (open === 'appointment') return boardPath(scope, appointmentIdentifier)
        const patient = await resolvePatient(scope, given)
        if (typeof patient === 'string') return refuse(patient)
        if (!(await findPatient(scope, patient.patientId))) return refuse('patient-not-found')
        if (open === 'patient') return `/clinic/patients/${patient.patientId}`
        return newConsentPath(scope, patient.patientId, given)
      }
      const path = await pathOf()
      if (path instanceof Refusal) return path
      const made = await insertLaunch(scope, { keyId: program.keyId, ...person, path })
      return {
        // Behind the hash, which no browser sends to a server and no log of one holds.
        answer: {
          url: `${address}/clinic/launch#${made.token}`,
          expiresAt: made.expiresAt.toISOString(),
        },
        subject: made.id,
        details: { open, staffId: person.staffId },
      }
    }),

    open: handle(contract.launches.open, async (scope, { token }) => {
      const launch = await findLaunch(scope, token)
      if (!launch) return refuse('launch-over')
      if (launch.staffId !== scope.staffId) return refuse('launch-of-another')
      if (!(await useUpLaunch(scope, launch.id))) return refuse('launch-over')
      return { answer: { path: launch.path }, subject: launch.id, details: { key: launch.keyName } }
    }),
  }
}
