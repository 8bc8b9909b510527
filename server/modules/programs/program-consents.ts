import type { ConsentV1 } from '../../../contract/programs.ts'
import type { Consent } from '../../../contract/consents.ts'
import { contract, files as fileRoutes } from '../../../contract/index.ts'
import type { ProgramScope } from '../../platform/database/transaction.ts'
import type { CallFile, CallOperation } from '../../platform/http/operation-caller.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import { findConsent } from '../consents/index.ts'
import { listDocuments } from '../documents/index.ts'
import { findPatient } from '../patients/index.ts'
import { findKeyCreator } from '../integrations/index.ts'
import { resolveClinician } from './program-clinicians.ts'
import { resolvePatient } from './program-patients.ts'
import { actingScope } from './program-scope.ts'
import { resolveTreatments } from './program-treatments.ts'

const { createConsent, getConsent, sendConsent, createLink, voidConsent } = contract.programs

/** A consent as programs see it: how it stands, and nothing that was said in confidence. */
function consentV1(consent: Consent): ConsentV1 {
  const { id, status, patient, clinician, treatment, teeth, missing, reason, signature } = consent
  const { createdAt, sentAt, viewedAt, signedAt, expiresAt, reconfirmSince } = consent
  const made = consent.events.find(({ event }) => event === 'consent.created')
  return {
    ...{ id, status, clinician, treatment, teeth, missing, reason, patientId: patient.id },
    ...{ createdAt, sentAt, viewedAt, signedAt, expiresAt, reconfirmSince },
    preparedBy: made?.actor ?? '',
    signature: signature && {
      ...{ kind: signature.kind, name: signature.name },
      ...{ signerRole: signature.signerRole, at: signature.at },
    },
    documents: consent.documents.map(({ id: documentId, kind, sha256, bytes, createdAt: at }) => ({
      ...{ id: documentId, kind, sha256, bytes, createdAt: at },
    })),
  }
}

/** In the place of the clinician whose consent it is, who is answerable for it; of whoever made the key where there is none. */
async function scopeOfConsent(program: ProgramScope, consentId: string) {
  const asCreator = actingScope(program, await findKeyCreator(program))
  const consent = await findConsent(asCreator, consentId)
  return consent ? actingScope(program, consent.clinicianId) : asCreator
}

/** The operations on consents of `contract/programs.ts`: each asks the operation that people use. */
export function consentProgramHandlers({ callOperation }: { callOperation: CallOperation }) {
  return {
    createConsent: handle(createConsent, async (program, { treatments, diagnosis, language, ...given }) => {
      const asCreator = actingScope(program, await findKeyCreator(program))
      const patient = await resolvePatient(asCreator, given)
      if (typeof patient === 'string') return refuse(patient)
      const clinician = await resolveClinician(asCreator, given)
      if (typeof clinician === 'string') return refuse(clinician)
      const found = await resolveTreatments(asCreator, treatments)
      if ('refusal' in found) return refuse(found.refusal)
      const [treatmentCode] = found.unmapped
      if (treatmentCode !== undefined) return refuse('code-unmapped', { treatmentCode })
      const scope = actingScope(program, clinician.clinicianId)
      const record = await findPatient(scope, patient.patientId)
      const made = await callOperation(contract.consents.create, scope, {
        ...{ ...patient, ...clinician, diagnosis, language: language ?? record?.language ?? 'en' },
        items: found.resolved.map(({ treatment, templateId }) => {
          const { teeth, area, material, pricePence, band, fields } = treatment
          return { templateId, teeth, area, material, pricePence, band, placeholders: fields }
        }),
      })
      if (made instanceof Refusal) return made
      return { ...made, answer: consentV1(made.answer) }
    }),

    getConsent: handle(getConsent, async (program, { consentId }) => {
      const scope = await scopeOfConsent(program, consentId)
      const read = await callOperation(contract.consents.get, scope, { consentId })
      return read instanceof Refusal ? read : { ...read, answer: consentV1(read.answer) }
    }),

    // What asks for a clinician's judgement is never confirmed here, and so refused.
    sendConsent: handle(sendConsent, async (program, { consentId, by }) => {
      const scope = await scopeOfConsent(program, consentId)
      const sent = await callOperation(contract.consents.send, scope, { consentId, by })
      return sent instanceof Refusal ? sent : { ...sent, answer: consentV1(sent.answer) }
    }),

    createLink: handle(createLink, async (program, { consentId }) => {
      const scope = await scopeOfConsent(program, consentId)
      const made = await callOperation(contract.signing.createLink, scope, { consentId })
      if (made instanceof Refusal) return made
      const { url, qrSvg, link } = made.answer
      return { ...made, answer: { url, qrSvg, expiresAt: link.expiresAt } }
    }),

    voidConsent: handle(voidConsent, async (program, { consentId, reason }) => {
      const scope = await scopeOfConsent(program, consentId)
      const after = await callOperation(contract.consents.void, scope, { consentId, reason })
      return after instanceof Refusal ? after : { ...after, answer: consentV1(after.answer) }
    }),
  }
}

/** The files of `contract/programs.ts`: the very bytes that people download. */
export const programFileHandlers = ({ callFile }: { callFile: CallFile }) => [
  handleFile(fileRoutes.programs.record, async (program, { consentId }) => {
    const scope = await scopeOfConsent(program, consentId)
    if (!(await findConsent(scope, consentId))) return refuse('not-found')
    const [newest] = await listDocuments(scope, consentId)
    if (!newest) return refuse('not-ready')
    return callFile(fileRoutes.documents.forClinic, scope, { consentId, documentId: newest.id })
  }),
  handleFile(fileRoutes.programs.evidence, async (program, { consentId }) => {
    const scope = await scopeOfConsent(program, consentId)
    return callFile(fileRoutes.evidence.forClinic, scope, { consentId })
  }),
]
