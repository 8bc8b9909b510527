import type { Template } from '../../../contract/templates.ts'

export type DraftSection = Template['sections'][number]
/** Its figure is read off the label when it is saved. */
export type DraftRisk = Omit<Template['risks'][number], 'figure'>
export type DraftQuestion = Template['questions'][number]

/** What somebody writes of a template. */
export type TemplateDraft = Pick<
  Template,
  | 'name'
  | 'treatmentType'
  | 'treatmentSubtype'
  | 'description'
  | 'requiresTooth'
  | 'requiresDiagnosis'
  | 'sections'
  | 'questions'
  | 'cautions'
  | 'pictures'
> & { risks: DraftRisk[] }

const defaultTitles = [
  'Treatment Description',
  'Risks and Complications',
  'Benefits',
  'Alternatives',
  'Aftercare Instructions',
  'No Treatment',
]

/** What a new template begins with. */
export const newDraft = (): TemplateDraft => ({
  name: '',
  treatmentType: '',
  treatmentSubtype: '',
  description: '',
  requiresTooth: true,
  requiresDiagnosis: true,
  sections: defaultTitles.map((title, index) => ({ id: index + 1, title, content: '', media: null })),
  risks: [],
  questions: [],
  cautions: [],
  pictures: [],
})

const withoutFigure = ({ label, band, serious, source, only }: DraftRisk): DraftRisk => ({
  ...{ label, band, serious, source },
  ...(only && { only }),
})

/** The part of a saved template that is written here. */
export const draftOf = (saved: TemplateDraft): TemplateDraft => ({
  name: saved.name,
  treatmentType: saved.treatmentType,
  treatmentSubtype: saved.treatmentSubtype,
  description: saved.description,
  requiresTooth: saved.requiresTooth,
  requiresDiagnosis: saved.requiresDiagnosis,
  sections: saved.sections,
  risks: saved.risks.map(withoutFigure),
  questions: saved.questions,
  cautions: saved.cautions,
  pictures: saved.pictures,
})

export const isSameDraft = (one: TemplateDraft, other: TemplateDraft): boolean =>
  JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other))

/** Another treatment type has other subtypes. */
export const withType = (draft: TemplateDraft, treatmentType: string): TemplateDraft => ({
  ...draft,
  treatmentType,
  treatmentSubtype: '',
})

/** Rich text that shows nothing. */
export const isBlankHtml = (html: string): boolean =>
  html.replaceAll(/<[^>]*>|&nbsp;|&#160;|&#xa0;/gi, '').trim() === ''

/** Nothing is in it yet, so that Auto-fill may write. A video alone is something, though it is not enough for a save. */
const isEmptySection = ({ content, media }: DraftSection) => media === null && isBlankHtml(content)

export const sectionLabel = (number: number, title: string): string =>
  `Section ${number}: ${title.trim() || 'Untitled'}`

/** A new section has the current time for its id, or the next number where that is taken. */
export function addSection(sections: readonly DraftSection[], now: Date): DraftSection[] {
  const id = Math.max(now.getTime(), ...sections.map((section) => section.id + 1))
  return [...sections, { id, title: 'New Section', content: '', media: null }]
}

/** Without this section; the last one stays. */
export const removeSection = (sections: readonly DraftSection[], id: number): DraftSection[] | null =>
  sections.length > 1 ? sections.filter((section) => section.id !== id) : null

/** One place up (-1) or down (1); not beyond the ends. */
export function moveSection(
  sections: readonly DraftSection[],
  id: number,
  by: -1 | 1,
): readonly DraftSection[] {
  const from = sections.findIndex((section) => section.id === id)
  const movedSection = sections[from]
  const to = from + by
  if (!movedSection || to < 0 || to >= sections.length) return sections
  return sections.toSpliced(from, 1).toSpliced(to, 0, movedSection)
}

export const withChangedSection = (
  sections: readonly DraftSection[],
  id: number,
  change: Partial<DraftSection>,
): DraftSection[] => sections.map((section) => (section.id === id ? { ...section, ...change } : section))

/** The text that comes with the product for a treatment subtype. */
export type BuiltInWording = {
  sections: readonly { title: string; html: string }[]
  risks: readonly DraftRisk[]
  questions: readonly DraftQuestion[]
  cautions: readonly string[]
  pictures: readonly string[]
}

/** Written about each patient's right to refuse: never replaced once somebody has written it. */
const protectedTitle = 'No Treatment'

/** Fills what is empty, and leaves alone what somebody wrote. */
export const fillEmptySections = (draft: TemplateDraft, wording: BuiltInWording): TemplateDraft => ({
  ...draft,
  sections: fillSections(draft.sections, wording, isEmptySection),
})

/** Replaces the library's texts; 'No Treatment' and the lists are filled only where they are empty. */
export function replaceWording(draft: TemplateDraft, wording: BuiltInWording): TemplateDraft {
  const { risks, questions, cautions, pictures } = draft
  return {
    ...draft,
    sections: fillSections(
      draft.sections,
      wording,
      (section) => section.title.trim() !== protectedTitle || isEmptySection(section),
    ),
    risks: risks.length > 0 ? risks : wording.risks.map(withoutFigure),
    questions: questions.length > 0 ? questions : [...wording.questions],
    cautions: cautions.length > 0 ? cautions : [...wording.cautions],
    pictures: pictures.length > 0 ? pictures : [...wording.pictures],
  }
}

function fillSections(
  sections: readonly DraftSection[],
  wording: BuiltInWording,
  mayFill: (section: DraftSection) => boolean,
): DraftSection[] {
  return sections.map((section) => {
    const text = wording.sections.find(({ title }) => title === section.title.trim())
    return text && mayFill(section) ? { ...section, content: text.html } : section
  })
}

/** What stops a save, in the words it is told with, and where it is put right. */
export type SaveProblem = { text: string; at: 'name' | 'treatmentType' | 'sections' | DraftSection }

export const lastSectionText = 'Template must have at least one section.'

/** The first thing that stops a save. */
export function saveProblem(draft: TemplateDraft): SaveProblem | null {
  if (draft.name.trim() === '') return { text: 'Please enter a template name.', at: 'name' }
  if (draft.treatmentType.trim() === '')
    return { text: 'Please select a treatment type.', at: 'treatmentType' }
  if (draft.sections.length === 0) return { text: lastSectionText, at: 'sections' }
  const empty = draft.sections.find((section) => section.title.trim() === '' || isBlankHtml(section.content))
  return empty ? { text: 'All sections must have both a title and content.', at: empty } : null
}

const isBlankRisk = ({ label, source }: DraftRisk) => label.trim() === '' && source.trim() === ''
const isBlankQuestion = ({ question, answers, explanation }: DraftQuestion) =>
  [question, explanation, ...answers.map(({ text }) => text)].every((text) => text.trim() === '')

const trimmedQuestion = ({ question, answers, explanation }: DraftQuestion): DraftQuestion => ({
  question: question.trim(),
  answers: answers
    .map(({ text, right }) => ({ text: text.trim(), right }))
    .filter(({ text, right }) => text !== '' || right),
  explanation: explanation.trim(),
})

/** What is sent of a draft: trimmed, without rows of lists in which nothing was written. */
export const trimDraft = (draft: TemplateDraft): TemplateDraft => ({
  ...draft,
  name: draft.name.trim(),
  treatmentType: draft.treatmentType.trim(),
  treatmentSubtype: draft.treatmentSubtype.trim(),
  description: draft.description.trim(),
  sections: draft.sections.map(({ id, title, content, media }) => ({
    id,
    title: title.trim(),
    content: content.trim(),
    media,
  })),
  risks: draft.risks
    .filter((risk) => !isBlankRisk(risk))
    .map((risk) => ({ ...risk, label: risk.label.trim(), source: risk.source.trim() })),
  questions: draft.questions.filter((question) => !isBlankQuestion(question)).map(trimmedQuestion),
  cautions: draft.cautions.map((caution) => caution.trim()).filter((caution) => caution !== ''),
})

/** What is unfinished in the lists, each with the id of its field. */
export function listProblems({ risks, questions }: TemplateDraft): { id: string; text: string }[] {
  const ofRisks = risks.flatMap((risk, index) =>
    risk.label.trim() === '' && !isBlankRisk(risk)
      ? [{ id: `risk-${index}`, text: `Describe risk ${index + 1} is` }]
      : [],
  )
  return [...ofRisks, ...questions.flatMap(questionProblems)]
}

function questionProblems(question: DraftQuestion, index: number): { id: string; text: string }[] {
  if (isBlankQuestion(question)) return []
  const named = `question ${index + 1}`
  const written = question.answers.filter(({ text }) => text.trim() !== '')
  const problems: { id: string; text: string }[] = []
  if (question.question.trim() === '')
    problems.push({ id: `question-${index}`, text: `Enter the text of ${named}` })
  if (written.length < 2)
    problems.push({ id: `question-${index}-answer-0`, text: `Give ${named} two answers or more` })
  else if (written.filter(({ right }) => right).length !== 1)
    problems.push({
      id: `question-${index}-right-0`,
      text: `Choose which answer to ${named} is right`,
    })
  return problems
}
