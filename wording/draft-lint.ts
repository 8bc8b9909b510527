import { checkFamilyFactsStated, checkContradictions } from './fact-checks.ts'
import {
  type LintedSection,
  type LintedTemplate,
  type Remark,
  errorRemark,
  sectionTitles,
  warningRemark,
} from './linted-template.ts'
import { plainText, sentencesToMeasure, splitWords } from './plain-text.ts'
import { dentalWords, jargon, formalWords } from './plain-words.ts'
import {
  longSentences,
  checkTemplateReadingAge,
  templateText,
  checkDraftSectionReadingAge,
} from './reading-checks.ts'
import { checkBandOrder, checkBandsOfRisks } from './risk-checks.ts'
import {
  checkEmergencyLine,
  checkMinimumWords,
  checkNoTreatmentOption,
  checkOptions,
  checkPlaceholders,
  checkRecommendation,
  checkRightToRefuse,
} from './section-checks.ts'
import { checkVagueFrequencies } from './vague-checks.ts'
import {
  type Passage,
  findBannedWords,
  findFormalWords,
  findPromises,
  findAmericanSpellings,
  findUnexplainedJargon,
} from './word-checks.ts'

/** A template while somebody writes it: without the sources and facts that a shipped one comes with. */
export type Draft = {
  treatmentType: string
  requiresTooth: boolean
  requiresDiagnosis: boolean
  sections: readonly LintedSection[]
  risks: readonly { label: string; band: string; serious: boolean }[]
}

export type DraftCheck =
  | 'missing section'
  | 'no treatment'
  | 'right to refuse'
  | 'recommendation'
  | 'options'
  | 'length'
  | 'bands'
  | 'emergency'
  | 'contradiction'
  | 'facts'
  | 'placeholder'
  | 'reading age'
  | 'long sentence'
  | 'jargon'
  | 'vague'
  | 'promise'
  | 'banned'
  | 'spelling'

export type DraftFinding = Remark & { check: DraftCheck }

/** The checks of shipped templates that need nothing but the text. */
const templateChecks: readonly [DraftCheck, (template: LintedTemplate) => Remark[]][] = [
  ['recommendation', checkRecommendation],
  ['options', checkOptions],
  ['no treatment', checkNoTreatmentOption],
  ['right to refuse', checkRightToRefuse],
  ['emergency', checkEmergencyLine],
  ['contradiction', checkContradictions],
  ['facts', checkFamilyFactsStated],
  ['placeholder', checkPlaceholders],
  ['length', (template) => checkMinimumWords(template).map(warningOnlyChecks)],
  ['bands', (template) => checkBandOrder(template).map(warningOnlyChecks)],
  ['vague', ({ sections }) => sections.flatMap(({ title, html }) => checkVagueFrequencies(title, html))],
  ['jargon', ({ sections }) => findUnexplainedJargon(sections, [...jargon, ...dentalWords])],
  [
    'reading age',
    (template) => (isLongEnoughForSmog(template) ? checkTemplateReadingAge(templateText(template)) : []),
  ],
]

/** The checks of one section by itself, as plain text. */
const sectionChecks: readonly [DraftCheck, (passage: Passage) => Remark[]][] = [
  ['reading age', ({ title, text }) => checkDraftSectionReadingAge(title, text)],
  ['long sentence', ({ title, text }) => longSentences(title, text)],
  ['jargon', (passage) => findFormalWords(passage, formalWords)],
  ['promise', findPromises],
  ['banned', findBannedWords],
  ['spelling', findAmericanSpellings],
]

/**
 * What the writing guide finds in a draft: an error breaks it, a warning asks to look again, and neither stops a save.
 * Pure and quick enough for every pause in typing. A section that is still empty is told once, as missing.
 */
export function lintDraft(draft: Draft): DraftFinding[] {
  const sections = draft.sections.filter(({ html }) => splitWords(plainText(html)).length > 0)
  const missing = missingSections(sections)
  if (sections.length === 0) return missing
  const written = new Set<string>(['', ...sections.map(({ title }) => title)])
  const template = toLintedTemplate({ ...draft, sections })
  const ofTemplate = templateChecks.flatMap(([check, run]) => toDraftFindings(check, run(template)))
  const ofBands = toDraftFindings('bands', checkBandsOfRisks(template, draft.risks))
  const ofSections = sections.flatMap(({ title, html }) => {
    const passage = { title, text: plainText(html) }
    return sectionChecks.flatMap(([check, run]) => toDraftFindings(check, run(passage)))
  })
  return [
    ...missing,
    ...[...ofTemplate, ...ofBands, ...ofSections].filter(({ section }) => written.has(section)),
  ]
}

const toDraftFindings = (check: DraftCheck, remarks: Remark[]): DraftFinding[] =>
  remarks.map((remark) => ({ check, ...remark }))

/** A practice may have its reasons for these. */
const warningOnlyChecks = (remark: Remark): Remark => ({ ...remark, level: 'warning' })

/** A consent without these two is not informed; the other four are the guide's advice. */
const requiredSections: readonly string[] = ['Risks and Complications', 'No Treatment']

function missingSections(sections: readonly LintedSection[]): DraftFinding[] {
  return sectionTitles
    .filter((title) => !sections.some((section) => section.title === title))
    .map((title) => {
      const message = 'has no words yet, or is missing'
      const remark = requiredSections.includes(title)
        ? errorRemark(title, message)
        : warningRemark(title, message)
      return { check: title === 'No Treatment' ? 'no treatment' : 'missing section', ...remark }
    })
}

/** Groups that every treatment of a type belongs to; of the other types nothing can be said. */
const groupOfType: ReadonlyMap<string, string> = new Map([
  ['Root Canal Therapy', 'endo'],
  ['Dental Implant Placement', 'implant'],
  ['Tooth Extraction', 'extraction'],
  ['Teeth Whitening', 'whitening'],
  ['Facial Aesthetics', 'aesthetics'],
  ['Consent, Records and Agreements', 'admin'],
])

function toLintedTemplate(draft: Draft): LintedTemplate {
  const group = groupOfType.get(draft.treatmentType)
  return {
    description: '',
    treatmentType: draft.treatmentType,
    treatmentSubtype: '',
    groups: group === undefined ? [] : [group],
    requiresTooth: draft.requiresTooth,
    requiresDiagnosis: draft.requiresDiagnosis,
    sections: draft.sections,
    risks: [],
    questions: [],
    evidence: [],
    seedFacts: [],
    author: '',
    version: '',
    checkedOn: '',
    reviewDue: '',
  }
}

/** SMOG means little under 30 sentences. */
const smog_sentences_min = 30
const isLongEnoughForSmog = (template: LintedTemplate) =>
  sentencesToMeasure(templateText(template)).length >= smog_sentences_min
