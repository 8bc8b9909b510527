import type { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import type { ConsentItem, ConsentPlan } from '../../../contract/consent-plan.ts'
import type { recordPlaceholders } from '../../../contract/consent-plan.ts'
import type { FrozenContent, FrozenTreatment, UntranslatedText } from '../../../contract/consents.ts'
import type { RiskDecision } from '../../../contract/histories.ts'
import type { ConsentKind } from '../../../contract/consent-states.ts'
import { ageOn, type Nation } from '../../../contract/retention-rules.ts'
import { siteName, siteNameWithArticles, teethOfSite, findTooth } from '../../../contract/teeth.ts'
import type { Template } from '../../../contract/templates.ts'
import type { LibraryEasyRead } from '../../../build/content/types.d.ts'
import { isConditionMet, renderWordingFor, type Reader } from '../../../contract/conditional-wording.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import { ownFiguresOfText, type OwnFigureRecord } from '../own-figures/index.ts'
import { placePictures } from '../templates/index.ts'
import { termbaseOf, translatePicture } from '../translations/index.ts'
import { buildUnderstandingCheck } from './understanding-questions.ts'
import { removeUnsuitableOptions } from './plan-alternatives.ts'
import { formatPounds, addPlanSections } from './plan-sections.ts'
import { createTranslator, type PlanTranslator } from './plan-translator.ts'
import { renderTranslation, type Rendering } from './consent-translation.ts'
import { easyReadPagesOf } from './easy-read-library.ts'
import { renderEasyRead } from './easy-read-rendering.ts'
import { addPlanVideo } from './plan-video.ts'
import { applyRiskBands } from './risk-bands.ts'
import { applyRiskChanges } from './risk-changes.ts'
import { mergeRisks, mergeSections } from './treatment-merge.ts'

/** One treatment of a consent: what is planned, and the wording that it is made out of. */
export type PlannedTreatment = {
  template: {
    id: string
    name: string
    treatmentType: string
    versionId: string
    versionLabel: string
    wording: Pick<FrozenContent, 'sections' | 'risks'> & {
      pictures?: string[] | undefined
      questions?: Template['questions'] | undefined
    }
  }
  /** The wording in the patient's language or form, where the practice has it. */
  rendering?: Rendering | undefined
  /** The wording in Easy Read, where the patient reads that and there is one. */
  easyRead?: LibraryEasyRead | undefined
  item: Omit<ConsentItem, 'templateId'>
}

export type ContentInput = {
  kind: ConsentKind
  treatments: readonly PlannedTreatment[]
  plan: Omit<ConsentPlan, 'items'>
  reflectionHours: number
  /** Whether patients are asked what they have understood, and when. */
  understandingCheck: ClinicPolicies['understandingCheck']
  /** X-rays and photographs of the patient, with their marks. */
  ownPictures: NonNullable<FrozenContent['ownPictures']>
  /** What was counted of these templates at the practice; empty where it shows none. */
  ownFigures: readonly OwnFigureRecord[]
  clinic: FrozenContent['clinic']
  nation: Nation
  /** The day the text is made out for: a calendar date. */
  day: string
  patient: FrozenContent['patient']
  clinician: FrozenContent['clinician']
  statements: string[]
  /** What is asked besides the treatment. */
  additionalConsents: NonNullable<FrozenContent['additionalConsents']>
}

const pattern = /\{\{(\w+)\}\}/g

/** The wording ends its own sentences, so a full stop that was typed would stand twice. */
const withoutFullStop = (typed: string | undefined): string | undefined => typed?.trim().replace(/\.$/, '')

/** Facts of the record, by placeholder; the diagnosis is the clinician's own words. */
type RecordValues = Record<Exclude<(typeof recordPlaceholders)[number], 'diagnosis'>, string>

/** What each placeholder stands for: facts of the record, then what the clinician entered for this patient. */
function placeholderValues(
  { plan, clinic, patient, clinician }: ContentInput,
  { item }: PlannedTreatment,
): Record<string, string | undefined> {
  const { teeth, area, material, pricePence, placeholders } = item
  const entered = {
    ...(material && { material }),
    ...(pricePence !== null && { price: formatPounds(pricePence) }),
    ...Object.fromEntries(Object.entries(placeholders).filter(([, value]) => value?.trim())),
    diagnosis: plan.diagnosis,
  }
  const typed = Object.entries(entered).map(([name, value]) => [name, withoutFullStop(value)])
  const ofRecord: RecordValues = {
    patientName: patient.name,
    tooth: siteName(teeth, area),
    toothName: teeth.map((fdi) => findTooth(fdi)?.name ?? fdi).join(', ') || siteName(teeth, area),
    clinician: clinician.name,
    clinicianRole: clinician.role,
    practiceName: clinic.name,
    practicePhone: clinic.phone,
    outOfHours: clinic.outOfHours || clinic.phone,
  }
  return { ...(Object.fromEntries(typed) as Record<string, string | undefined>), ...ofRecord }
}

const readerProfileOf = ({ patient, nation, day }: ContentInput, { item }: PlannedTreatment): Reader => ({
  teeth: teethOfSite(item),
  age: ageOn(patient.dateOfBirth, day),
  nation,
})

/** Placeholders of the texts that have no value yet, in order of appearance. */
export function missingPlaceholders(input: ContentInput): string[] {
  const missing = input.treatments.flatMap((treatment) => {
    const values = placeholderValues(input, treatment)
    const reader = readerProfileOf(input, treatment)
    return treatment.template.wording.sections
      .flatMap(({ content }) =>
        [...renderWordingFor(content, reader).matchAll(pattern)].map((match) => match[1]!),
      )
      .filter((name) => !values[name]?.trim())
  })
  return [...new Set(missing)]
}

/**
 * Whether a template tells its writer what to write, '[Say what cannot be undone.]', where patients read: a scaffold
 * that nobody has filled in. What is meant for patients stands in square brackets seldom, and never as a sentence.
 */
export const hasPrompts = ({ treatments }: ContentInput): boolean =>
  treatments.some(({ template }) =>
    template.wording.sections.some(({ content }) =>
      /\[\p{Lu}[^[\]]{10,}[.:]\]/u.test(content.replaceAll(/<[^>]*>/g, '')),
    ),
  )

/** 'Crown', 'Crown and Root Canal', 'Crown, Root Canal and Bridge'. */
export const titleOf = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const shownTeeth = (teeth: readonly string[]) =>
  teeth.map((fdi) => ({ fdi, palmer: findTooth(fdi)?.palmer ?? '', name: findTooth(fdi)?.name ?? '' }))

const frozenTreatment = ({ template, item }: PlannedTreatment): FrozenTreatment => ({
  title: template.name,
  treatmentType: template.treatmentType,
  templateId: template.id,
  templateVersionId: template.versionId,
  templateVersion: template.versionLabel,
  teeth: shownTeeth(item.teeth),
  area: item.area,
  material: item.material,
  pricePence: item.pricePence,
  band: item.band,
})

/** What the patient is told of; what was left out stands with its reason in the practice's own record. */
const disclosedRisks = (risks: readonly RiskDecision[]) =>
  risks.filter(({ decision }) => decision !== 'left-out')

/** What stands before a place that needs no article of ours. */
const determiner = /\b(?:the|this|that|these|those|your|his|her|their|our|my|tooth|teeth) $/i
const sentenceStart = /(?:^|>|[.!?] )$/

/** A place in an English sentence: with its articles unless something stands in their stead, with a capital at the start. */
function formatPlace(item: PlannedTreatment['item'], before: string): string {
  const bare = siteName(item.teeth, item.area)
  if (determiner.test(before)) return bare.replace(/^the /, '')
  const placeText = siteNameWithArticles(item)
  return sentenceStart.test(before) ? placeText.charAt(0).toUpperCase() + placeText.slice(1) : placeText
}

/** Placeholders that hold names, numbers to call and amounts, which are the same in every language. */
const untranslatedPlaceholders = new Set<string>([
  ...['patientName', 'clinician', 'clinicianRole', 'practiceName', 'practicePhone', 'outOfHours', 'price'],
])

type FilledTreatment = {
  treatment: PlannedTreatment
  values: ReturnType<typeof placeholderValues>
  own: PlanTranslator | undefined
}

/** What stands for a placeholder in the patient's own language. */
function translatedValue(gap: string, { treatment, values, own }: FilledTreatment): string | undefined {
  const value = values[gap]?.trim()
  if (!own || !value || untranslatedPlaceholders.has(gap)) return value
  if (gap === 'tooth' || gap === 'toothName') return own.formatPlace(treatment.item)
  return own.translateTyped(value, gap as UntranslatedText['kind'])
}

/** The sections of one treatment as its patient reads them, placeholders filled with escaped values. */
function filledText(input: ContentInput, treatment: PlannedTreatment, own: PlanTranslator | undefined) {
  const values = placeholderValues(input, treatment)
  const reader = readerProfileOf(input, treatment)
  const { name, wording } = treatment.template
  const fill = (html: string, valueOf: (gap: string, before: string) => string | undefined) => {
    const said = renderWordingFor(html, reader)
    return said.replaceAll(pattern, (_whole, gap: string, at: number) =>
      escapeHtml(valueOf(gap, said.slice(0, at))?.trim() || `[${gap}]`),
    )
  }
  const inEnglish = (gap: string, before: string) =>
    gap === 'tooth' ? formatPlace(treatment.item, before) : values[gap]
  const ownOf = treatment.rendering?.language === own?.language ? own : undefined
  const filled = { treatment, values, own: ownOf }
  const easyReader = {
    fill: (html: string) => fill(`<p>${html}</p>`, inEnglish).replaceAll(/<\/?p>/g, ''),
    disclosed: disclosedRisks(input.plan.personalRisks),
    options: input.plan.options,
  }
  const sections = wording.sections.map((section) => {
    let isDrafted = false
    const { beside } = renderTranslation(section, treatment.rendering, (html) =>
      fill(html, (gap) => {
        const value = translatedValue(gap, filled)
        isDrafted ||= value !== values[gap]?.trim()
        return value
      }),
    )
    const said = {
      ...section,
      content: fill(section.content, inEnglish),
      // What a person has checked is not checked with what a termbase puts in.
      ...(beside && { beside: isDrafted ? { ...beside, status: 'machine' as const } : beside }),
      ...renderEasyRead(section.title, easyReadPagesOf(treatment.easyRead, section), easyReader),
    }
    return removeUnsuitableOptions(said, input.plan.options)
  })
  const risks = wording.risks.flatMap(({ only, ...risk }) => (isConditionMet(only, reader) ? [risk] : []))
  return { title: name, sections, risks }
}

/** Of a text that is read in another language, what stands in English alone; each once. */
function findEnglishOnly(sections: FrozenContent['sections'], untranslated: readonly UntranslatedText[]) {
  const missing = sections.filter(({ beside }) => !beside)
  if (missing.length === sections.length) return [{ kind: 'all' as const, text: '' }]
  const all = [...untranslated, ...missing.map(({ title: text }) => ({ kind: 'section' as const, text }))]
  return [...new Map(all.map((one) => [`${one.kind} ${one.text}`, one])).values()]
}

/**
 * The text as the patient reads it: placeholders filled with escaped values; one without a value stands as its name
 * in square brackets, which only a draft can show. And what stands in English for somebody who reads another language.
 */
export function buildContent(input: ContentInput): {
  content: FrozenContent
  inEnglish: UntranslatedText[]
} {
  const { kind, treatments, plan, clinic, patient, clinician, statements } = input
  const { reflectionHours, ownPictures, additionalConsents, understandingCheck: policy } = input
  const [{ template: first }] = treatments as [PlannedTreatment, ...PlannedTreatment[]]
  const termbase = termbaseOf(plan.language)
  const englishOnly: UntranslatedText[] = []
  const translator = termbase && createTranslator(termbase, (english) => englishOnly.push(english))
  const disclosed = disclosedRisks(plan.personalRisks)
  const texts = treatments.map((treatment) =>
    applyRiskBands(filledText(input, treatment, translator), disclosed, translator),
  )
  const planned = treatments.map(frozenTreatment)
  const wording = applyRiskChanges(
    addPlanVideo(mergeSections(texts), plan.video ?? null),
    disclosed,
    translator,
  )
  const sections = addPlanSections(wording, { ...plan, reflectionHours, treatments: planned }, translator)
  const pictures = treatments.flatMap((treatment) => {
    const reader = readerProfileOf(input, treatment)
    return placePictures(sections, treatment.template.wording.pictures, (only) =>
      isConditionMet(only, reader),
    )
  })
  const ofTreatments = treatments.map(({ template: { treatmentType, wording: worded } }) => ({
    treatmentType,
    questions: worded.questions ?? [],
  }))
  const check = buildUnderstandingCheck({ policy, kind, ofTreatments, sections, translator })
  const ownFigures = plan.ownFiguresLeftOut
    ? []
    : ownFiguresOfText(
        texts.map(({ title, risks }, place) => ({ title, risks, templateId: planned[place]!.templateId })),
        input.ownFigures,
      )
  const known = new Set<string>()
  const once = pictures
    .filter(({ id }) => !known.has(id) && known.add(id))
    .map((picture) => ({ ...picture, ...translatePicture(picture, plan.language) }))
  if (termbase)
    for (const { title, beside } of once) if (!beside) englishOnly.push({ kind: 'picture', text: title })
  const content: FrozenContent = {
    kind,
    title: titleOf(treatments.map(({ template }) => template.name)),
    treatmentType: first.treatmentType,
    templateId: first.id,
    templateVersionId: first.versionId,
    templateVersion: first.versionLabel,
    sections,
    risks: mergeRisks(texts),
    ...(once.length > 0 && { pictures: once }),
    ...(ownPictures.length > 0 && { ownPictures }),
    teeth: shownTeeth([...new Set(treatments.flatMap(({ item }) => item.teeth))]),
    diagnosis: plan.diagnosis,
    treatments: planned,
    options: plan.options,
    recommended: plan.recommended,
    recommendedWhy: plan.recommendedWhy,
    personalRisks: disclosed,
    language: plan.language,
    format: plan.format,
    reflectionHours,
    reflectionWaived: plan.reflectionWaived,
    clinic,
    patient,
    clinician,
    statements,
    ...(check && { understanding: check }),
    ...(additionalConsents.length > 0 && { additionalConsents }),
    ...(ownFigures.length > 0 && { ownFigures }),
  }
  return { content, inEnglish: plan.language === 'en' ? [] : findEnglishOnly(sections, englishOnly) }
}

/** The text as the patient reads it. */
export const buildFrozenContent = (input: ContentInput): FrozenContent => buildContent(input).content

/** A text as it is hashed. */
export const canonicalBytes = (content: FrozenContent): Buffer => Buffer.from(toCanonicalText(content))

/** SHA-256 of everything the patient is shown; a signature names it, so that it is a signature of this text. */
export const contentHash = (content: FrozenContent): string =>
  knownHashes.get(content) ?? sha256(canonicalBytes(content))

/** Hashes of texts that nobody can change any more. */
const knownHashes = new WeakMap<FrozenContent, string>()

/** Says once for all what a text hashes to, which stays as it is. */
export const rememberHash = (content: FrozenContent, hash: string): unknown => knownHashes.set(content, hash)
