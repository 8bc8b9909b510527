import type { TextFix } from './text-fixes.ts'

/** What the checks read of a template: its HTML as it will be shown, and its facts. */
export type LintedTemplate = {
  description: string
  treatmentType: string
  treatmentSubtype: string
  groups: readonly string[]
  requiresTooth: boolean
  requiresDiagnosis: boolean
  sections: readonly LintedSection[]
  risks: readonly { label: string; band: string; serious: boolean; inText: string }[]
  questions: readonly { question: string; answers: readonly string[]; explanation: string }[]
  /** `source` is a key; a claim must occur in the text word for word. */
  evidence: readonly { claim: string; source: string }[]
  seedFacts: readonly string[]
  author: string
  version: string
  checkedOn: string
  reviewDue: string
}

export type LintedSection = { title: string; html: string }

/** A finding before its check is known. `section` is empty for the whole template. */
export type Remark = {
  /** What is shipped must have no error; a warning asks the writer to look again. */
  level: 'error' | 'warning'
  section: string
  message: string
  /** The words it is about, as they can be read in the section, any white space as one space; or empty. */
  excerpt: string
  /** What to write instead, or how; empty where nobody can say. */
  suggestion: string
  /** The suggestion word for word, where it takes the place of the excerpt as it is. */
  fix?: TextFix
}

/** What a check of the writing guide found, by its number there. */
export type Finding = Remark & { check: number }

type RemarkDetails = { excerpt?: string; suggestion?: string; fix?: TextFix }

/** Stops the build. */
export function errorRemark(section: string, message: string, about: RemarkDetails = {}): Remark {
  return { level: 'error', section, message, excerpt: '', suggestion: '', ...about }
}

/** Is told, and stops nothing. */
export function warningRemark(section: string, message: string, about: RemarkDetails = {}): Remark {
  return { level: 'warning', section, message, excerpt: '', suggestion: '', ...about }
}

export const sectionTitles = [
  'Treatment Description',
  'Risks and Complications',
  'Benefits',
  'Alternatives',
  'Aftercare Instructions',
  'No Treatment',
] as const
export type SectionTitle = (typeof sectionTitles)[number]

/** The HTML of a section by its title; empty when it is missing, which its own check reports. */
export function sectionHtmlOf(template: LintedTemplate, title: SectionTitle): string {
  return template.sections.find((section) => section.title === title)?.html ?? ''
}
