import { familyFactsStated, noContradictions } from './fact-checks.ts'
import {
  type LintedSection,
  type LintedTemplate,
  type Remark,
  error,
  sectionTitles,
  warning,
} from './linted-template.ts'
import { plainText, sentences, words } from './plain-text.ts'
import { dentalWords, jargon, stiffWords } from './plain-words.ts'
import { longSentences, wholeAge, wholeText, writtenSectionAge } from './reading-checks.ts'
import { bandOrder, bandsOfRisks } from './risk-checks.ts'
import {
  emergencyLine,
  minimumWords,
  noTreatmentOffered,
  options,
  placeholders,
  recommendation,
  rightToRefuse,
} from './section-checks.ts'
import { vagueFrequencies } from './vague-checks.ts'
import { type Passage, bannedIn, plainerWords, promises, ukEnglishIn, unexplained } from './word-checks.ts'

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
  ['recommendation', recommendation],
  ['options', options],
  ['no treatment', noTreatmentOffered],
  ['right to refuse', rightToRefuse],
  ['emergency', emergencyLine],
  ['contradiction', noContradictions],
  ['facts', familyFactsStated],
  ['placeholder', placeholders],
  ['length', (template) => minimumWords(template).map(softened)],
  ['bands', (template) => bandOrder(template).map(softened)],
  ['vague', ({ sections }) => sections.flatMap(({ title, html }) => vagueFrequencies(title, html))],
  ['jargon', ({ sections }) => unexplained(sections, [...jargon, ...dentalWords])],
  ['reading age', (template) => (isLong(template) ? wholeAge(wholeText(template)) : [])],
]

/** The checks of one section by itself, as plain text. */
const sectionChecks: readonly [DraftCheck, (passage: Passage) => Remark[]][] = [
  ['reading age', ({ title, text }) => writtenSectionAge(title, text)],
  ['long sentence', ({ title, text }) => longSentences(title, text)],
  ['jargon', (passage) => plainerWords(passage, stiffWords)],
  ['promise', promises],
  ['banned', bannedIn],
  ['spelling', ukEnglishIn],
]

/**
 * What the writing guide finds in a draft: an error breaks it, a warning asks to look again, and neither stops a save.
 * Pure and quick enough for every pause in typing. A section that is still empty is told once, as missing.
 */
export function lintDraft(draft: Draft): DraftFinding[] {
  const sections = draft.sections.filter(({ html }) => words(plainText(html)).length > 0)
  const missing = missingSections(sections)
  if (sections.length === 0) return missing
  const written = new Set<string>(['', ...sections.map(({ title }) => title)])
  const template = asTemplate({ ...draft, sections })
  const ofTemplate = templateChecks.flatMap(([check, run]) => named(check, run(template)))
  const ofBands = named('bands', bandsOfRisks(template, draft.risks))
  const ofSections = sections.flatMap(({ title, html }) => {
    const passage = { title, text: plainText(html) }
    return sectionChecks.flatMap(([check, run]) => named(check, run(passage)))
  })
  return [
    ...missing,
    ...[...ofTemplate, ...ofBands, ...ofSections].filter(({ section }) => written.has(section)),
  ]
}

const named = (check: DraftCheck, remarks: Remark[]): DraftFinding[] =>
  remarks.map((remark) => ({ check, ...remark }))

/** A practice may have its reasons for these. */
const softened = (remark: Remark): Remark => ({ ...remark, level: 'warning' })

/** A consent without these two is not informed; the other four are the guide's advice. */
const needed: readonly string[] = ['Risks and Complications', 'No Treatment']

function missingSections(sections: readonly LintedSection[]): DraftFinding[] {
  return sectionTitles
    .filter((title) => !sections.some((section) => section.title === title))
    .map((title) => {
      const message = 'has no words yet, or is missing'
      const remark = needed.includes(title) ? error(title, message) : warning(title, message)
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

function asTemplate(draft: Draft): LintedTemplate {
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
const isLong = (template: LintedTemplate) => sentences(wholeText(template)).length >= smog_sentences_min
