import { api } from '../../api.ts'
import { extractionQuestion } from './extraction-question.ts'
import type { Act } from './use-chosen-work.ts'

/** Sends a draft by e-mail. Taking teeth out asks for a second look at tooth and side, which only its own page has. */
export const sendDraft: Act = async ({ id: consentId }, idempotencyKey) => {
  const { patient, content } = await api.consents.get({ consentId })
  const treatments = content.treatments ?? [content]
  const isExtraction = treatments.some(({ treatmentType, teeth }) =>
    extractionQuestion(
      patient.name,
      treatmentType,
      teeth.map(({ fdi }) => fdi),
    ),
  )
  if (isExtraction) throw new Error('This takes teeth out. Open it, check tooth and side, and send it there.')
  await api.consents.send({ consentId, by: 'email' }, { context: { idempotencyKey } })
}

/** Sends the patient a new link by e-mail. */
export const sendNewLink: Act = async ({ id: consentId }, idempotencyKey) => {
  await api.signing.resendLink({ consentId }, { context: { idempotencyKey } })
}

/** Makes a consent void for this reason; one that is void already, since an answer was lost, counts as done. */
export const makeVoid =
  (reason: string): Act =>
  async ({ id: consentId }) => {
    try {
      await api.consents.void({ consentId, reason })
    } catch (error) {
      const { status } = await api.consents.get({ consentId })
      if (status !== 'voided') throw error
    }
  }
