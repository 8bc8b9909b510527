import type { ConsentPlan, PlanVideo } from '../../../contract/consent-plan.ts'
import type { ConsentDetails } from '../../../contract/consents.ts'
import type { PatientRisks, RiskDecision } from '../../../contract/histories.ts'
import { link_days_max } from '../../../contract/limits.ts'
import { deliveryDefaults, type Language } from '../../../contract/languages.ts'
import type { TreatmentSite } from '../../../contract/teeth.ts'
import type { Api } from '../../api.ts'
import {
  decideFinding,
  validateDecisions,
  currentDecision,
  type RiskDecisions,
  questionsToAskFirst,
} from '../histories/index.ts'
import type { PatientChoice } from '../patients/index.ts'
import { optionFromSaved, toOptionInputs, type OptionValues } from './option-values.ts'
import { riskPhrases, riskTexts } from './risk-phrases.ts'
import { areSameOptions, type CarriedConsent } from './carried-values.ts'
import {
  isElsewhere,
  lastPhrases,
  toTreatmentInput,
  plannedCodes,
  withDetails,
  withLastPhrases,
  withoutPatientDetails,
  withTemplate,
  withWording,
  type TreatmentValues,
  type TreatmentWording,
} from './treatment-values.ts'

export type Consent = Awaited<ReturnType<Api['consents']['create']>>
export type SendBy = 'email' | 'sms' | 'link'

/** A risk that the clinician wrote, which no rule names. */
type CustomRisk = { key: string; statement: string }

/** What stands in the form. */
export type ConsentValues = {
  patient: PatientChoice | null
  /** The last patient chosen: what stands in the form was written for them. Empty before there was one. */
  writtenForPatient: string
  /** What the consent that is replaced has, which nobody has kept yet; null where none is replaced. */
  carried: CarriedConsent | null
  /** Where treatment was planned when the diagnosis was written. */
  diagnosisFor: readonly string[]
  /** One at least, which may not be chosen yet. */
  treatments: TreatmentValues[]
  clinicianId: string
  diagnosis: string
  options: readonly OptionValues[]
  /** The options that the practice named last: the same list as `options` while nobody has changed it. */
  offeredOptions: readonly OptionValues[]
  /** The key of the recommended option; empty where none is. */
  recommended: string
  recommendedWhy: string
  /** What the patient's history adds; null until it is known for this patient and these treatments. */
  risks: PatientRisks | null
  decisions: RiskDecisions
  ownRisks: CustomRisk[]
  noPersonalRisks: string
  language: string
  /** In which languages besides English the practice offers its forms. */
  offeredLanguages: readonly Language[]
  format: ConsentPlan['format']
  /** As it was typed; empty for the practice's usual number. */
  linkDays: string
  reflectionWaived: string
  /** Why the patient is not shown the practice's own outcome figures; empty where they are. */
  ownFiguresLeftOut: string
  /** Null for a video as the template has it. */
  video: PlanVideo | null
  /** Whoever makes it out has read wording that nobody adopted, and says that it is right for this patient. */
  wordingConfirmed: boolean
  /** Questions that whoever makes it out knows are not asked yet, in their words. */
  unaskedAcknowledged: readonly string[]
}

/** The treatments that a template is chosen for. */
export const chosenTreatments = ({ treatments }: Pick<ConsentValues, 'treatments'>): TreatmentValues[] =>
  treatments.filter(({ templateId }) => templateId !== '')

/** What rules about the patient’s health look at: which treatments, and on which teeth. */
export const treatmentsForRiskRules = (values: ConsentValues): { templateId: string; teeth: string[] }[] =>
  chosenTreatments(values).map(({ templateId, teeth }) => ({ templateId, teeth }))

/** Where treatment is planned. */
export const plannedSites = (values: ConsentValues): TreatmentSite[] =>
  chosenTreatments(values).map(({ teeth, area }) => ({ teeth, area }))

export const wordingToConfirm = (values: ConsentValues): boolean =>
  values.treatments.some((treatment) => treatment.wordingToConfirm)

/** What has to be asked first of the history, as far as it is known, and is not asked. */
const unaskedQuestions = ({ risks }: Pick<ConsentValues, 'risks'>): string[] =>
  risks ? questionsToAskFirst(risks) : []

/** Whether each question that is not asked has been seen by whoever makes it out; one that came since has not. */
export const isUnaskedAcknowledged = (values: ConsentValues): boolean =>
  unaskedQuestions(values).every((words) => values.unaskedAcknowledged.includes(words))

/** With all that is not asked now as seen, or as not seen. */
export const withUnaskedAcknowledged = (values: ConsentValues, isSeen: boolean): Partial<ConsentValues> => ({
  unaskedAcknowledged: isSeen ? unaskedQuestions(values) : [],
})

/** The longest time to think that one of the treatments asks for. */
export const reflectionHoursOf = ({ treatments }: Pick<ConsentValues, 'treatments'>): number =>
  Math.max(0, ...treatments.map(({ reflectionHours }) => reflectionHours))

const updateTreatment = (
  values: ConsentValues,
  key: string,
  change: (treatment: TreatmentValues) => TreatmentValues,
): ConsentValues => ({
  ...values,
  treatments: values.treatments.map((one) => (one.key === key ? change(one) : one)),
})

/** Without a treatment. */
export const removeTreatment = (values: ConsentValues, key: string): ConsentValues => ({
  ...values,
  treatments: values.treatments.filter((one) => one.key !== key),
})

/** With a treatment one place earlier or later. */
export function moveTreatment(values: ConsentValues, key: string, by: -1 | 1): ConsentValues {
  const from = values.treatments.findIndex((one) => one.key === key)
  const moved = values.treatments[from]
  const to = from + by
  if (!moved || to < 0 || to >= values.treatments.length) return values
  const others = values.treatments.filter((one) => one.key !== key)
  return { ...values, treatments: others.toSpliced(to, 0, moved) }
}

/** For another patient, in the language and the format of their record: nothing that was written for somebody else stays. */
export function withPatient(values: ConsentValues, patient: PatientChoice | null): ConsentValues {
  const isAnother =
    patient !== null && values.writtenForPatient !== '' && values.writtenForPatient !== patient.id
  return {
    ...values,
    patient,
    risks: null,
    decisions: {},
    ...(patient && { writtenForPatient: patient.id, ...deliveryDefaults(patient, values.offeredLanguages) }),
    ...(isAnother && {
      ...{ diagnosis: '', diagnosisFor: [], carried: null, options: values.offeredOptions },
      ...{ recommended: '', recommendedWhy: '', ownRisks: [], noPersonalRisks: '', reflectionWaived: '' },
      ...{ wordingConfirmed: false, unaskedAcknowledged: [], linkDays: '', video: null },
      ownFiguresLeftOut: '',
      treatments: values.treatments.map(withoutPatientDetails),
    }),
  }
}

/** Another template for one treatment: what the replaced consent said of the earlier one goes with it. */
export function withTreatmentTemplate(values: ConsentValues, key: string, templateId: string): ConsentValues {
  const earlier = values.treatments.find((one) => one.key === key)?.templateId ?? ''
  const next = updateTreatment(values, key, (one) => withTemplate(one, templateId))
  if (earlier === '' || earlier === templateId) return next
  const { carried, diagnosis, options } = values
  return {
    ...next,
    ...{ recommended: '', recommendedWhy: '', noPersonalRisks: '', wordingConfirmed: false },
    carried: null,
    diagnosis: diagnosis === carried?.diagnosis ? '' : diagnosis,
    options: carried && areSameOptions(options, carried.options) ? [] : options,
  }
}

/** With details of one treatment; a diagnosis that was written for other teeth goes. */
export function withTreatmentDetails(
  values: ConsentValues,
  key: string,
  changes: Partial<TreatmentValues>,
): ConsentValues {
  const next = updateTreatment(values, key, (one) => withDetails(one, changes))
  const codes = plannedCodes(next.treatments)
  if (isElsewhere(values.diagnosisFor, codes)) {
    const carried = values.carried && { ...values.carried, diagnosis: '' }
    return { ...next, carried, diagnosis: '', diagnosisFor: codes }
  }
  return values.diagnosisFor.length === 0 ? { ...next, diagnosisFor: codes } : next
}

/** With a diagnosis, which is of the teeth that are planned now. */
export const withDiagnosis = (values: ConsentValues, diagnosis: string): ConsentValues => ({
  ...values,
  ...{ diagnosis, diagnosisFor: plannedCodes(values.treatments) },
})

/** Whether a treatment has phrases of the clinician's last consent that are not in the form yet. */
export const hasLastPhrases = ({ diagnosis }: ConsentValues, treatment: TreatmentValues): boolean =>
  lastPhrases(treatment).some(({ field }) => field !== 'diagnosis' || diagnosis.trim() === '')

/** With the phrases of the clinician's last consent of one treatment, where nothing stands yet. */
export function withLast(values: ConsentValues, key: string): ConsentValues {
  const treatment = values.treatments.find((one) => one.key === key)
  const diagnosis = treatment && lastPhrases(treatment).find(({ field }) => field === 'diagnosis')?.text
  const next = updateTreatment(values, key, withLastPhrases)
  return diagnosis && values.diagnosis.trim() === '' ? withDiagnosis(next, diagnosis) : next
}

/** The same for each treatment. */
export const withAllLast = (values: ConsentValues): ConsentValues =>
  values.treatments.reduce((now, { key }) => withLast(now, key), values)

/** The wording of one treatment has come: it, and the options that go with it where nobody wrote any yet. */
export function withTreatmentWording(
  values: ConsentValues,
  key: string,
  read: TreatmentWording,
): ConsentValues {
  const isWaiting = (one: TreatmentValues) => one.key === key && one.templateId === read.template.id
  if (!values.treatments.some(isWaiting)) return values
  const treatments = values.treatments.map((one) => (isWaiting(one) ? withWording(one, read) : one))
  const [first] = values.treatments
  // Asked again, it brings no options into a form that somebody has seen without.
  const isFirst = first?.key === key && first.template?.id !== read.template.id
  const isUntouched = values.options.length === 0 || values.options === values.offeredOptions
  if (!isFirst || !isUntouched) return { ...values, treatments }
  const options = read.prefill.options.map((option) =>
    optionFromSaved({ ...option, pricePence: null, band: null }),
  )
  return { ...values, treatments, options, offeredOptions: options }
}

/** Without words on the patient's own risks that were offered and are true no more, because a risk came or went. */
export function withoutStaleRiskText(values: ConsentValues): ConsentValues {
  const [offered] = riskPhrases(values)
  if (!offered) return values
  const isStale = ({ placeholders: { individualRisks = '' } }: TreatmentValues) =>
    riskTexts.includes(individualRisks) && individualRisks !== offered.text
  if (!values.treatments.some(isStale)) return values
  const treatments = values.treatments.map((one) =>
    isStale(one) ? { ...one, placeholders: { ...one.placeholders, individualRisks: '' } } : one,
  )
  return { ...values, treatments }
}

/** What is found with what is decided: a risk that only adds to the text is taken as it is until somebody says otherwise. */
export function withRisks(values: ConsentValues, risks: PatientRisks): ConsentValues {
  const taken = risks.findings
    .filter(({ severity, missing }) => severity === 'info' && missing.length === 0)
    .filter((finding) => !currentDecision(finding, values.decisions))
    .map((finding) => [finding.ruleId, decideFinding(finding, 'accepted')])
  return { ...values, risks, decisions: { ...values.decisions, ...Object.fromEntries(taken) } }
}

/** Without the risks that were found for what was planned before: those of what is planned now are on their way. */
export function withoutRiskDecisions(before: ConsentValues, after: ConsentValues): ConsentValues {
  const plannedIn = (values: ConsentValues) => JSON.stringify(treatmentsForRiskRules(values))
  return plannedIn(before) === plannedIn(after) ? after : { ...after, risks: null }
}

/** The decisions that hold for what is found now, and lack nothing; all that were made while it is not known yet. */
function decidedRisks({ risks, decisions }: ConsentValues): RiskDecision[] {
  if (!risks) return Object.values(decisions)
  return risks.findings.flatMap((finding) => {
    const made = currentDecision(finding, decisions)
    return made && validateDecisions({ findings: [finding] }, decisions, true).length === 0 ? [made] : []
  })
}

const newCustomRisk = ({ statement }: CustomRisk): RiskDecision => ({
  ruleId: '',
  severity: 'info',
  decision: 'accepted',
  statement: statement.trim(),
  reason: '',
  because: [],
  teeth: [],
})

/** Every risk of this patient that is decided, those of the rules first. */
const personalRisks = (values: ConsentValues): RiskDecision[] => [
  ...decidedRisks(values),
  ...values.ownRisks.filter(({ statement }) => statement.trim() !== '').map(newCustomRisk),
]

/** Whether the patient is told of no risk beyond those of the text. */
export const hasNoPersonalRisks = (values: ConsentValues): boolean =>
  personalRisks(values).every(({ decision }) => decision === 'left-out')

/** The number of days that was typed, where it is one that a link may last. */
export function parseLinkDays(typed: string): number | null {
  const days = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0
  return days >= 1 && days <= link_days_max ? days : null
}

/** What is sent to the server. */
export function toConsentInput(values: ConsentValues): ConsentDetails {
  const { patient, clinicianId, diagnosis, recommendedWhy, language, format, video } = values
  return {
    patientId: patient?.id ?? '',
    clinicianId,
    items: chosenTreatments(values).map(toTreatmentInput),
    diagnosis: diagnosis.trim(),
    ...toOptionInputs(values.options, values.recommended),
    recommendedWhy: recommendedWhy.trim(),
    personalRisks: personalRisks(values),
    noPersonalRisks: hasNoPersonalRisks(values) ? values.noPersonalRisks.trim() : '',
    ...{ language, format, video },
    linkDays: parseLinkDays(values.linkDays),
    reflectionWaived: reflectionHoursOf(values) > 0 ? values.reflectionWaived.trim() : '',
    ownFiguresLeftOut: values.ownFiguresLeftOut.trim(),
  }
}
