import { pictureName } from './library-pictures.ts'
import { draftOf, type DraftSection, type TemplateDraft } from './template-editor-rules.ts'

export type Side = 'yours' | 'theirs'

/** One part of a template that two people left different. */
export type MergeHunk = {
  key: string
  label: string
  /** Plain words, or rich text for a section; null where that side has no such section. */
  yours: string | null
  theirs: string | null
  isRichText: boolean
  /** What is taken unless somebody says otherwise; null where both changed it and somebody has to say. */
  proposed: Side | null
}

export type MergeChoices = Readonly<Record<string, Side | undefined>>

type ThreeVersions = { base: TemplateDraft; yours: TemplateDraft; theirs: TemplateDraft }

const fieldLabels = {
  name: 'Template Name',
  treatmentType: 'Primary Treatment Type',
  treatmentSubtype: 'Treatment Subtype',
  description: 'Description',
  requiresTooth: 'Tooth required',
  requiresDiagnosis: 'Diagnosis required',
  risks: 'List of risks',
  questions: 'Understanding questions',
  cautions: 'Cautions',
  pictures: 'Pictures',
} as const
type Field = keyof typeof fieldLabels
const fields = Object.keys(fieldLabels) as Field[]

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const proposal = (base: unknown, yours: unknown, theirs: unknown): Side | null => {
  if (isEqual(base, theirs)) return 'yours'
  return isEqual(base, yours) ? 'theirs' : null
}

function fieldText(draft: TemplateDraft, field: Field): string {
  if (field === 'risks')
    return draft.risks
      .map(({ label, band, serious }) => `${label} (${band}${serious ? ', serious' : ''})`)
      .join('\n')
  if (field === 'questions')
    return draft.questions
      .map(({ question, answers }) =>
        [question, ...answers.map(({ text, right }) => `– ${text}${right ? ' (right)' : ''}`)].join('\n'),
      )
      .join('\n')
  if (field === 'cautions') return draft.cautions.join('\n')
  if (field === 'pictures') return draft.pictures.map(pictureName).join('\n')
  const value = draft[field]
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value
}

const findSection = ({ sections }: TemplateDraft, id: number) => sections.find((section) => section.id === id)

const idsOf = ({ sections }: TemplateDraft) => sections.map(({ id }) => id)

const sectionKey = (id: number) => `section-${id}`

/** The title only where it is not the same on both sides. */
const sectionText = (section: DraftSection | undefined, other: DraftSection | undefined) => {
  if (!section) return null
  const title = section.title === other?.title ? '' : `<h3>${escaped(section.title)}</h3>`
  return title + section.content
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Every part in which your draft and their template differ, in the order of the editor. */
export function diffVersions({ base, yours, theirs }: ThreeVersions): MergeHunk[] {
  const ofFields = fields
    .filter((field) => !isEqual(yours[field], theirs[field]))
    .map((field) => ({
      key: field,
      label: fieldLabels[field],
      yours: fieldText(yours, field),
      theirs: fieldText(theirs, field),
      isRichText: false,
      proposed: proposal(base[field], yours[field], theirs[field]),
    }))
  const ofSections = mergedOrder({ base, yours, theirs })
    .filter((id) => !isEqual(findSection(yours, id), findSection(theirs, id)))
    .map((id) => {
      const [was, ours, now] = [base, yours, theirs].map((draft) => findSection(draft, id))
      return {
        key: sectionKey(id),
        label: (ours ?? now)?.title.trim() || 'Untitled',
        yours: sectionText(ours, now),
        theirs: sectionText(now, ours),
        isRichText: true,
        proposed: proposal(was, ours, now),
      }
    })
  return [...ofFields, ...ofSections]
}

/** The order of whoever changed it, yours first; sections that only the other has follow the one they followed there. */
function mergedOrder({ base, yours, theirs }: ThreeVersions): number[] {
  const remainingIds = idsOf(base).filter((id) => findSection(yours, id))
  const isMoved = !isEqual(
    remainingIds,
    idsOf(yours).filter((id) => findSection(base, id)),
  )
  const [first, second] = isMoved ? [yours, theirs] : [theirs, yours]
  const order = idsOf(first)
  idsOf(second).forEach((id, index, all) => {
    if (order.includes(id)) return
    const before = all[index - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  })
  return order
}

/** Parts that nobody has decided yet. */
export const undecidedHunks = (parts: readonly MergeHunk[], choices: MergeChoices): MergeHunk[] =>
  parts.filter(({ key, proposed }) => (choices[key] ?? proposed) === null)

/** What both wrote, brought together as chosen; what is alike in both stays. */
export function mergedDraft(three: ThreeVersions, choices: MergeChoices): TemplateDraft {
  const { yours, theirs } = three
  const proposed = new Map(diffVersions(three).map((part) => [part.key, part.proposed]))
  const sideOf = (key: string) =>
    (choices[key] ?? proposed.get(key) ?? 'yours') === 'theirs' ? theirs : yours
  const chosen = Object.fromEntries(fields.map((field) => [field, sideOf(field)[field]]))
  const sections = mergedOrder(three).flatMap((id) => findSection(sideOf(sectionKey(id)), id) ?? [])
  return draftOf({ ...yours, ...chosen, sections: sections.length > 0 ? sections : theirs.sections })
}
