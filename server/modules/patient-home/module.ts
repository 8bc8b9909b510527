import type { OpenModule } from '../../module.ts'
import { signingOpeners } from '../signing/index.ts'
import { patientHomeHandlers } from './patient-home-handlers.ts'
import { answerHomeRequest } from './patient-home-jobs.ts'
import { homeComposer } from './patient-home-message.ts'
import { homeOpener } from './patient-home-openers.ts'

/** A patient's own page, with all that was sent to them. */
export const patientHome: OpenModule = (core) => {
  const { database, clock, address } = core
  const [home, links] = [homeOpener(database, clock), signingOpeners(database, clock)]
  return {
    handlers: { patientHome: patientHomeHandlers(core) },
    // Behind a consent's own path stands its cookie; without one it is a patient's own page.
    openers: { patient: (request) => (request.params.consentId ? links.patient(request) : home(request)) },
    jobs: { 'patient-home.answer-request': (data) => answerHomeRequest(core, data) },
    composers: { 'patient-home': homeComposer(address) },
  }
}
