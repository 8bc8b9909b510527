import { api } from '../../api.ts'
import type { Language } from '../../../contract/languages.ts'
import { needsAdoption } from '../adoptions/index.ts'
import type { Consent, ConsentValues } from './consent-form-values.ts'
import { optionFromSaved } from './option-values.ts'
import { deliveryDefaults } from './delivery-defaults.ts'
import { newTreatment, treatmentFromSaved, type TreatmentWording } from './treatment-values.ts'

/** What a consent form begins with. */
export type ConsentFormStart = { values: ConsentValues; draft: Consent | null; replaces: string | null }

type OfferedOptions = readonly Language[]

const emptyStart: Omit<ConsentValues, 'treatments' | 'offeredLanguages'> = {
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
export async function fetchWording(templateId: string): Promise<TreatmentWording> {
  const [template, { adoption }, prefill] = await Promise.all([
    api.templates.get({ templateId }),
    api.adoptions.get({ templateId }),
    api.consents.prefill({ templateId }),
  ])
  return { template, wordingToConfirm: needsAdoption(adoption), prefill }
}

/** The same at each beginning, so that what is kept over one is known by it: a form that is loaded again goes on by itself. */
const draftKey = (place: number): string => `begun ${place}`

/** A new consent for a patient, or for nobody yet, in a language of those that the practice offers. */
export async function startNewConsent(
  patientId: string | null,
  clinicianId: string,
  offeredLanguages: OfferedOptions,
): Promise<ConsentFormStart> {
  const patient = patientId ? await api.patients.get({ patientId }) : null
  const preset = patient && deliveryDefaults(patient, offeredLanguages)
  const values = {
    ...{ ...emptyStart, offeredLanguages, ...preset },
    ...{ patient, clinicianId, treatments: [newTreatment(draftKey(0))] },
  }
  return { values, draft: null, replaces: null }
}

/** A draft to go on with. */
export async function startFromDraft(consentId: string, offered: OfferedOptions): Promise<ConsentFormStart> {
  const draft = await api.consents.get({ consentId })
  return { values: await valuesFrom(draft, offered), draft, replaces: draft.replaces }
}

/** A new consent that begins as a copy of the one it replaces. */
export async function startReplacement(
  consentId: string,
  offered: OfferedOptions,
): Promise<ConsentFormStart> {
  const replaced = await api.consents.get({ consentId })
  return { values: await valuesFrom(replaced, offered), draft: null, replaces: replaced.id }
}

async function valuesFrom(
  { plan, patient: { id: patientId }, clinician }: Consent,
  offeredLanguages: OfferedOptions,
): Promise<ConsentValues> {
  const [patient, wordings] = await Promise.all([
    api.patients.get({ patientId }),
    Promise.all(plan.items.map(({ templateId }) => fetchWording(templateId))),
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
  const options = plan.options.map((option, place) => optionFromSaved(option, draftKey(place)))
  const byRule = plan.personalRisks.filter(({ ruleId }) => ruleId !== '')
  const own = plan.personalRisks.filter(({ ruleId }) => ruleId === '')
  return {
    ...{ ...emptyStart, offeredLanguages },
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
    treatments: plan.items.map((item, place) => treatmentFromSaved(item, wordings[place]!, draftKey(place))),
    recommended: plan.recommended === null ? '' : (options[plan.recommended]?.key ?? ''),
    decisions: Object.fromEntries(byRule.map((made) => [made.ruleId, made])),
    ownRisks: own.map(({ statement }, place) => ({ key: draftKey(place), statement })),
    linkDays: plan.linkDays === null ? '' : String(plan.linkDays),
  }
}
