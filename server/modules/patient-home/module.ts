import type { OpenModule } from '../../module.ts'
import { signingAuthenticators } from '../signing/index.ts'
import { patientHomeHandlers } from './patient-home-handlers.ts'
import { sendHomeLinks } from './patient-home-jobs.ts'
import { homeComposer } from './patient-home-message.ts'
import { homeAuthenticator } from './patient-home-openers.ts'

/** A patient's own page, with all that was sent to them. */
export const patientHome: OpenModule = (core) => {
  const { address } = core
  const [home, links] = [homeAuthenticator(core), signingAuthenticators(core)]
  return {
    handlers: { patientHome: patientHomeHandlers(core) },
    // Behind a consent's own path stands its cookie; without one it is a patient's own page.
    authenticators: {
      patient: (request) => (request.params.consentId ? links.patient(request) : home(request)),
    },
    jobs: { 'patient-home.answer-request': (data) => sendHomeLinks(core, data) },
    composers: { 'patient-home': homeComposer(address) },
  }
}
