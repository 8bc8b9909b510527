import type { OpenModule } from '../../module.ts'
import { fhirResponseFormat, programAuthenticator } from '../integrations/index.ts'
import { embedHandlers } from './program-embed-handlers.ts'
import { launchHandlers } from './program-launch-handlers.ts'
import { fhirPatientHandlers } from './program-fhir-patient-handlers.ts'
import { fhirAppointmentHandlers } from './program-fhir-appointment-handlers.ts'
import { appointmentProgramHandlers } from './program-appointment-handlers.ts'
import { consentProgramHandlers, programFileHandlers } from './program-consents.ts'
import { decisionHandlers } from './program-decisions.ts'
import { patientProgramHandlers } from './program-patient-handlers.ts'
import { practiceProgramHandlers } from './program-practice.ts'

/** What other programs do for a practice with its keys, and what its people decide of it. */
export const programs: OpenModule = (core) => {
  const [launches, embeds] = [launchHandlers(core), embedHandlers(core)]
  return {
    handlers: {
      embeds: embeds.operations,
      launches: { open: launches.open },
      programs: {
        ...practiceProgramHandlers(core),
        ...patientProgramHandlers(core),
        ...appointmentProgramHandlers(core),
        ...consentProgramHandlers(core),
        createLaunch: launches.create,
        createEmbed: embeds.create,
      },
      programDecisions: decisionHandlers(core),
    },
    files: programFileHandlers(core),
    routes: {
      handled: [...fhirPatientHandlers(core), ...fhirAppointmentHandlers(core)],
      form: fhirResponseFormat(core.address),
    },
    authenticators: { program: programAuthenticator(core.database, core.clock) },
  }
}
