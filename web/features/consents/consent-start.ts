import { api } from '../../api.ts'
import { isOpen } from '../adoptions/index.ts'
import type { Consent, ConsentValues } from './consent-form-values.ts'

/** What a consent form begins with. */
export type ConsentStart = { values: ConsentValues; draft: Consent | null; replaces: string | null }

const nothing: ConsentValues = {
  patient: null,
  templateId: '',
  template: null,
  clinicianId: '',
  teeth: [],
  diagnosis: '',
  placeholders: {},
  wordingToConfirm: false,
  wordingConfirmed: false,
}

/** What a template says now, and whether sending it asks for a confirmation: a draft is saved with its newest wording. */
export async function readWording(templateId: string) {
  const [template, { adoption }] = await Promise.all([
    api.templates.get({ templateId }),
    api.adoptions.get({ templateId }),
  ])
  return { template, wordingToConfirm: isOpen(adoption) }
}

/** A new consent for a patient, or for nobody yet. */
export async function startNew(patientId: string | null, clinicianId: string): Promise<ConsentStart> {
  const patient = patientId ? await api.patients.get({ patientId }) : null
  return { values: { ...nothing, patient, clinicianId }, draft: null, replaces: null }
}

/** A draft to go on with. */
export async function startFromDraft(consentId: string): Promise<ConsentStart> {
  const draft = await api.consents.get({ consentId })
  return { values: await valuesFrom(draft), draft, replaces: draft.replaces }
}

/** A new consent that begins as a copy of the one it replaces. */
export async function startFromReplaced(consentId: string): Promise<ConsentStart> {
  const replaced = await api.consents.get({ consentId })
  return { values: await valuesFrom(replaced), draft: null, replaces: replaced.id }
}

async function valuesFrom(consent: Consent): Promise<ConsentValues> {
  const { items, diagnosis } = consent.plan
  const { templateId, teeth, placeholders } = items[0]!
  const [patient, { template, wordingToConfirm }] = await Promise.all([
    api.patients.get({ patientId: consent.patient.id }),
    readWording(templateId),
  ])
  return {
    patient,
    templateId: template.id,
    template,
    clinicianId: consent.clinician.id,
    teeth,
    diagnosis,
    placeholders,
    wordingToConfirm,
    wordingConfirmed: false,
  }
}
