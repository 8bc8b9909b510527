import { api } from '../../api.ts'
import type { Language } from '../../../contract/languages.ts'
import { isOpen } from '../adoptions/index.ts'
import type { Consent, ConsentValues } from './consent-form-values.ts'
import { optionFrom } from './option-values.ts'
import { readingPreset } from './reading-preset.ts'
import { newTreatment, treatmentFrom, type TreatmentWording } from './treatment-values.ts'

/** What a consent form begins with. */
export type ConsentStart = { values: ConsentValues; draft: Consent | null; replaces: string | null }

type Offered = readonly Language[]

const nothing: Omit<ConsentValues, 'treatments' | 'offeredLanguages'> = {
  patient: null,
  clinicianId: '',
  diagnosis: '',
  options: [],
  offeredOptions: [],
  recommended: '',
  recommendedWhy: '',
  risks: null,
  decisions: {},
  ownRisks: [],
  noPersonalRisks: '',
  language: 'en',
  format: 'standard',
  linkDays: '',
  reflectionWaived: '',
  video: null,
  wordingConfirmed: false,
}

/**
 * What a template says now, whether sending it asks for a confirmation, and what the practice entered last: a draft is
 * saved with its newest wording.
 */
export async function readWording(templateId: string): Promise<TreatmentWording> {
  const [template, { adoption }, prefill] = await Promise.all([
    api.templates.get({ templateId }),
    api.adoptions.get({ templateId }),
    api.consents.prefill({ templateId }),
  ])
  return { template, wordingToConfirm: isOpen(adoption), prefill }
}

/** The same at each beginning, so that what is kept over one is known by it: a form that is loaded again goes on by itself. */
const keyAt = (place: number): string => `begun ${place}`

/** A new consent for a patient, or for nobody yet, in a language of those that the practice offers. */
export async function startNew(
  patientId: string | null,
  clinicianId: string,
  offeredLanguages: Offered,
): Promise<ConsentStart> {
  const patient = patientId ? await api.patients.get({ patientId }) : null
  const preset = patient && readingPreset(patient, offeredLanguages)
  const values = {
    ...{ ...nothing, offeredLanguages, ...preset },
    ...{ patient, clinicianId, treatments: [newTreatment(keyAt(0))] },
  }
  return { values, draft: null, replaces: null }
}

/** A draft to go on with. */
export async function startFromDraft(consentId: string, offered: Offered): Promise<ConsentStart> {
  const draft = await api.consents.get({ consentId })
  return { values: await valuesFrom(draft, offered), draft, replaces: draft.replaces }
}

/** A new consent that begins as a copy of the one it replaces. */
export async function startFromReplaced(consentId: string, offered: Offered): Promise<ConsentStart> {
  const replaced = await api.consents.get({ consentId })
  return { values: await valuesFrom(replaced, offered), draft: null, replaces: replaced.id }
}

async function valuesFrom(
  { plan, patient: { id: patientId }, clinician }: Consent,
  offeredLanguages: Offered,
): Promise<ConsentValues> {
  const [patient, wordings] = await Promise.all([
    api.patients.get({ patientId }),
    Promise.all(plan.items.map(({ templateId }) => readWording(templateId))),
  ])
  const {
    diagnosis,
    recommendedWhy,
    noPersonalRisks,
    language,
    format,
    reflectionWaived,
    video = null,
  } = plan
  const options = plan.options.map((option, place) => optionFrom(option, keyAt(place)))
  const byRule = plan.personalRisks.filter(({ ruleId }) => ruleId !== '')
  const own = plan.personalRisks.filter(({ ruleId }) => ruleId === '')
  return {
    ...{ ...nothing, offeredLanguages },
    ...{
      patient,
      diagnosis,
      options,
      recommendedWhy,
      noPersonalRisks,
      language,
      format,
      reflectionWaived,
      video,
    },
    clinicianId: clinician.id,
    treatments: plan.items.map((item, place) => treatmentFrom(item, wordings[place]!, keyAt(place))),
    recommended: plan.recommended === null ? '' : (options[plan.recommended]?.key ?? ''),
    decisions: Object.fromEntries(byRule.map((made) => [made.ruleId, made])),
    ownRisks: own.map(({ statement }, place) => ({ key: keyAt(place), statement })),
    linkDays: plan.linkDays === null ? '' : String(plan.linkDays),
  }
}
