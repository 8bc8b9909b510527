import { api, ApiError } from '../../api.ts'
import type { ConsentItem } from '../../../contract/consent-plan.ts'
import { deliveryDefaults, type Language } from '../../../contract/languages.ts'
import { needsAdoption } from '../adoptions/index.ts'
import type { OfferedConsent } from './action-offers.ts'
import type { Consent, ConsentValues } from './consent-form-values.ts'
import { optionFromSaved } from './option-values.ts'
import { carriedConsent, carriedTreatment } from './carried-values.ts'
import { formatPrice } from '../fees/index.ts'
import {
  newTreatment,
  plannedCodes,
  treatmentFromSaved,
  withWording,
  type TreatmentValues,
  type TreatmentWording,
} from './treatment-values.ts'

/** What a consent form begins with. */
export type ConsentFormStart = {
  values: ConsentValues
  draft: OfferedConsent | null
  replaces: string | null
}

type OfferedOptions = readonly Language[]

const emptyStart: Omit<ConsentValues, 'treatments' | 'offeredLanguages'> = {
  patient: null,
  writtenForPatient: '',
  carried: null,
  diagnosisFor: [],
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
  ownFiguresLeftOut: '',
  video: null,
  wordingConfirmed: false,
  unaskedAcknowledged: [],
}

/**
 * What a template says now, whether sending it asks for a confirmation, what the practice entered last and what the
 * clinician usually writes: a draft is saved with its newest wording.
 */
export async function fetchWording(templateId: string, clinicianId: string): Promise<TreatmentWording> {
  const [template, { adoption }, prefill] = await Promise.all([
    api.templates.get({ templateId }),
    api.adoptions.get({ templateId }),
    api.consents.prefill({ templateId, ...(clinicianId && { clinicianId }) }),
  ])
  return { template, wordingToConfirm: needsAdoption(adoption), prefill }
}

/** The same at each beginning, so that what is kept over one is known by it: a form that is loaded again goes on by itself. */
const draftKey = (place: number): string => `begun ${place}`

/** What is planned already, by an appointment or by a template that was chosen before the form was opened. */
type PlannedTreatment = Pick<ConsentItem, 'templateId' | 'teeth' | 'area' | 'pricePence'>

/** Without those whose template has gone out of use since they were planned. */
async function treatmentsFromPlanned(
  planned: readonly PlannedTreatment[],
  clinicianId: string,
): Promise<TreatmentValues[]> {
  const wordings = await Promise.all(
    planned.map(({ templateId }) => fetchWording(templateId, clinicianId).catch(gone)),
  )
  return planned.flatMap(({ templateId, teeth, area, pricePence }, place) => {
    const wording = wordings[place]
    if (wording?.template.status !== 'active') return []
    const price = formatPrice(pricePence)
    return [withWording({ ...newTreatment(draftKey(place)), templateId, teeth, area, price }, wording)]
  })
}

function gone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not-found') return null
  throw error
}

/** A new consent for a patient, or for nobody yet, in a language of those that the practice offers. */
export async function startNewConsent(
  patientId: string | null,
  clinicianId: string,
  offeredLanguages: OfferedOptions,
  planned: readonly PlannedTreatment[] = [],
): Promise<ConsentFormStart> {
  const [patient, treatments] = await Promise.all([
    patientId ? api.patients.get({ patientId }) : null,
    treatmentsFromPlanned(planned, clinicianId),
  ])
  const preset = patient && deliveryDefaults(patient, offeredLanguages)
  const values = {
    ...{ ...emptyStart, offeredLanguages, ...preset },
    ...{ patient, clinicianId },
    treatments: treatments.length > 0 ? treatments : [newTreatment(draftKey(0))],
    writtenForPatient: patient?.id ?? '',
  }
  return { values, draft: null, replaces: null }
}

/** A draft to go on with; what it replaces is still offered beside the fields that are empty. */
export async function startFromDraft(consentId: string, offered: OfferedOptions): Promise<ConsentFormStart> {
  const draft = await api.consents.get({ consentId })
  const [values, replaced] = await Promise.all([
    valuesFrom(draft, offered),
    draft.replaces === null ? null : api.consents.get({ consentId: draft.replaces }),
  ])
  const isSame = replaced?.patient.id === draft.patient.id
  return {
    values: isSame && replaced ? withCarried(values, replaced) : values,
    draft,
    replaces: draft.replaces,
  }
}

/** A new consent for the patient, the clinician and the treatments of the one it replaces; all else is only offered. */
export async function startReplacement(
  consentId: string,
  offered: OfferedOptions,
): Promise<ConsentFormStart> {
  const replaced = await api.consents.get({ consentId })
  const { patientId, wordings } = await partsOf(replaced)
  const patient = await api.patients.get({ patientId })
  return {
    values: replacementOf(replaced, { patient, wordings, offered }),
    draft: null,
    replaces: replaced.id,
  }
}

type ReplacementParts = {
  patient: NonNullable<ConsentValues['patient']>
  wordings: readonly TreatmentWording[]
  offered: OfferedOptions
}

/** The form of a consent that replaces another: what the earlier one says stands beside the fields until it is kept. */
export function replacementOf(
  replaced: Consent,
  { patient, wordings, offered }: ReplacementParts,
): ConsentValues {
  const treatments = wordings.map((wording, place) =>
    withWording({ ...newTreatment(draftKey(place)), templateId: wording.template.id }, wording),
  )
  const values = {
    ...{ ...emptyStart, offeredLanguages: offered, ...deliveryDefaults(patient, offered) },
    ...{ patient, writtenForPatient: patient.id, clinicianId: replaced.clinician.id, treatments },
  }
  return withCarried(values, replaced)
}

/** With what a replaced consent of the same patient has, each treatment beside its own. */
function withCarried(values: ConsentValues, replaced: Consent): ConsentValues {
  const treatments = values.treatments.map((treatment) => {
    const item = replaced.plan.items.find(({ templateId }) => templateId === treatment.templateId)
    const carried = item ? carriedTreatment(item) : null
    const { teeth, area } = carried ?? treatment
    const writtenFor =
      treatment.writtenFor.length > 0 ? treatment.writtenFor : [...teeth, ...(area ? [area] : [])]
    return { ...treatment, carried, writtenFor }
  })
  const isSameTreatment = treatments.some(({ carried }) => carried !== null)
  if (!isSameTreatment) return values
  const diagnosisFor = replaced.plan.items.flatMap(({ teeth, area }) => (area ? [...teeth, area] : teeth))
  return { ...values, treatments, diagnosisFor, carried: carriedConsent(replaced) }
}

const partsOf = async ({ plan, patient, clinician }: Consent) => ({
  patientId: patient.id,
  wordings: await Promise.all(plan.items.map(({ templateId }) => fetchWording(templateId, clinician.id))),
})

async function valuesFrom(consent: Consent, offeredLanguages: OfferedOptions): Promise<ConsentValues> {
  const { plan, clinician } = consent
  const { patientId, wordings } = await partsOf(consent)
  const patient = await api.patients.get({ patientId })
  const {
    diagnosis,
    recommendedWhy,
    noPersonalRisks,
    language,
    format,
    reflectionWaived,
    ownFiguresLeftOut = '',
    video = null,
  } = plan
  const options = plan.options.map((option, place) => optionFromSaved(option, draftKey(place)))
  const treatments = plan.items.map((item, place) =>
    treatmentFromSaved(item, wordings[place]!, draftKey(place)),
  )
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
      ownFiguresLeftOut,
      video,
    },
    clinicianId: clinician.id,
    writtenForPatient: patient.id,
    treatments,
    diagnosisFor: plannedCodes(treatments),
    recommended: plan.recommended === null ? '' : (options[plan.recommended]?.key ?? ''),
    decisions: Object.fromEntries(byRule.map((made) => [made.ruleId, made])),
    ownRisks: own.map(({ statement }, place) => ({ key: draftKey(place), statement })),
    linkDays: plan.linkDays === null ? '' : String(plan.linkDays),
  }
}
