import type { InferContractRouterInputs } from '@orpc/contract'
import type { RelatedAftercare, PatientAftercare, aftercare } from '../../../contract/aftercare.ts'
import { call } from './signing-call.ts'

type Inputs = InferContractRouterInputs<typeof aftercare>
export type WorryInput = Omit<Inputs['tellWorry'], 'consentId'>
export type SurveyInput = Omit<Inputs['answerSurvey'], 'consentId'>

const pathOf = (consentId: string) => `/api/patient/consents/${encodeURIComponent(consentId)}`

/** What the patient can read and do after the treatment. */
export const readAftercare = (consentId: string) =>
  call<PatientAftercare>({ method: 'GET', path: `${pathOf(consentId)}/aftercare` })

/** The advice of what else was done in the same visit. */
export const readRelatedAftercare = (consentId: string) =>
  call<RelatedAftercare>({ method: 'GET', path: `${pathOf(consentId)}/aftercare/beside` })

/** Tells what worries; the worry's own key makes sending it again harmless. */
export const reportWorry = (consentId: string, body: WorryInput) =>
  call<PatientAftercare>({
    ...{ method: 'POST', path: `${pathOf(consentId)}/worries`, body },
    idempotencyKey: body.key,
  })

/** Asks for no more messages. */
export const stopMessages = (consentId: string) =>
  call<PatientAftercare>({ method: 'POST', path: `${pathOf(consentId)}/aftercare-stop`, body: {} })

/** Says how it went, or not to be asked. */
export const answerSurvey = (consentId: string, body: SurveyInput, idempotencyKey: string) =>
  call<PatientAftercare>({ method: 'POST', path: `${pathOf(consentId)}/survey`, body, idempotencyKey })
