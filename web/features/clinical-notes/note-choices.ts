import { toothText, type ToothNotation } from '../../../contract/teeth.ts'
import type { Api } from '../../api.ts'

export type ParsedNote = Awaited<ReturnType<Api['clinicalNotes']['read']>>
type Suggestions = Awaited<ReturnType<Api['clinicalNotes']['suggest']>>['suggestions']
export type NoteSpan = { from: number; to: number }
export type NoteAnswer = 'yes' | 'no' | 'unknown'
type FindingSource = 'rules' | 'model'
type TemplateOffer = ParsedNote['proposals'][number]['offers'][number]

/** A treatment that the note may plan, as far as somebody has decided on it. */
export type TreatmentChoice = {
  key: string
  says: string
  why: string
  area: string
  offers: TemplateOffer[]
  isChosen: boolean
  /** Empty while somebody has to choose. */
  templateId: string
  teeth: string[]
  spans: NoteSpan[]
  foundBy: FindingSource
}

/** Something about the patient that the note may say. */
export type FactChoice = {
  factor: string
  label: string
  answer: NoteAnswer
  fields: Record<string, string>
  teeth: string[]
  spans: NoteSpan[]
  foundBy: FindingSource
  isAccepted: boolean
}

export type NoteChoices = {
  note: string
  treatments: TreatmentChoice[]
  facts: FactChoice[]
  diagnosis: string
  /** What a language model would write for the diagnosis; null once it is taken or refused. */
  otherDiagnosis: (NoteSpan & { text: string }) | null
  price: string
  visits: string
  /** What the conflicts that are settled are between. */
  settled: string[]
}

export const conflictKey = (between: readonly string[]) => between.join(' ')

/** The choices as a reading leaves them: what is sure is chosen, what is open waits for somebody. */
export function initialChoices(note: string, reading: ParsedNote): NoteChoices {
  return {
    note,
    treatments: reading.proposals.map(({ says, subtype, offers, teeth, area, why, isDoubted, spans }) => {
      const settled = offers.find((offer) => offer.subtype === subtype)
      return {
        key: subtype ?? says,
        isChosen: !isDoubted,
        templateId: settled?.templates[0]?.id ?? '',
        foundBy: 'rules',
        ...{ says, why, area, offers, teeth, spans },
      }
    }),
    facts: reading.facts.map((fact) => ({
      ...fact,
      foundBy: 'rules',
      isAccepted: fact.answer !== 'unknown',
    })),
    diagnosis: reading.diagnosis,
    otherDiagnosis: null,
    price: reading.price?.text ?? '',
    visits: reading.visits?.text ?? '',
    settled: [],
  }
}

/** Suggestions join what was read, and none is taken before somebody takes it. A price fills what is empty. */
export function withSuggestions(choices: NoteChoices, suggestions: Suggestions): NoteChoices {
  const next = { ...choices, treatments: [...choices.treatments], facts: [...choices.facts] }
  const found = { foundBy: 'model' as const }
  for (const one of suggestions) {
    const spans = [{ from: one.from, to: one.to }]
    if (one.about === 'treatment' && !next.treatments.some(({ key }) => key === one.subtype))
      next.treatments.push({
        ...{ ...found, key: one.subtype, says: one.subtype, why: '', area: '', teeth: [], spans },
        isChosen: false,
        offers: [{ subtype: one.subtype, templates: one.templates }],
        templateId: one.templates[0]?.id ?? '',
      })
    if (one.about === 'factor' && !next.facts.some(({ factor }) => factor === one.factor)) {
      const { factor, label, answer } = one
      next.facts.push({ ...found, factor, label, answer, fields: {}, teeth: [], spans, isAccepted: false })
    }
    if (one.about === 'diagnosis' && one.text !== choices.diagnosis)
      next.otherDiagnosis = { from: one.from, to: one.to, text: one.text }
    if (one.about === 'placeholder' && one.name === 'price') next.price ||= one.value
    if (one.about === 'placeholder' && one.name === 'visits') next.visits ||= one.value
  }
  return next
}

/** One of two teeth is meant, or both: the other leaves the treatments that had it only because of the note. */
export function resolveTeethConflict(
  choices: NoteChoices,
  between: readonly string[],
  kept: readonly string[],
): NoteChoices {
  const dropped = between.filter((fdi) => !kept.includes(fdi))
  const meant = (teeth: readonly string[]) => {
    const had = teeth.some((fdi) => between.includes(fdi))
    const others = teeth.filter((fdi) => !dropped.includes(fdi))
    return had ? [...new Set([...others, ...kept])] : [...teeth]
  }
  return {
    ...resolveConflict(choices, between),
    treatments: choices.treatments.map((one) => ({ ...one, teeth: meant(one.teeth) })),
    facts: choices.facts.map((one) => ({ ...one, teeth: meant(one.teeth) })),
  }
}

export const resolveConflict = (choices: NoteChoices, between: readonly string[]): NoteChoices => ({
  ...choices,
  settled: [...new Set([...choices.settled, conflictKey(between)])],
})

/** The answer to a factor, which settles it where the note said both. */
export function answerFact(choices: NoteChoices, factor: string, answer: NoteAnswer): NoteChoices {
  const facts = choices.facts.map((one) =>
    one.factor === factor ? { ...one, answer, isAccepted: true } : one,
  )
  return resolveConflict({ ...choices, facts }, [factor])
}

const offerOf = ({ offers, templateId }: TreatmentChoice) =>
  offers.flatMap(({ templates }) => templates).find(({ id }) => id === templateId)

export type ChoiceError = { id: string; text: string }

/** What still has to be said before drafts can be made. */
export function validateChoices(
  choices: NoteChoices,
  reading: ParsedNote,
  { patientId, clinicianId }: { patientId: string; clinicianId: string },
): ChoiceError[] {
  const chosen = choices.treatments.filter(({ isChosen }) => isChosen)
  const open = reading.conflicts.filter(({ between }) => !choices.settled.includes(conflictKey(between)))
  return [
    ...(patientId ? [] : [{ id: 'patientId', text: 'Choose the patient' }]),
    ...open.map(({ between }) => ({
      id: conflictId(between),
      text: 'Choose which meaning is right',
    })),
    ...(chosen.length > 0 ? [] : [{ id: 'other-treatment', text: 'Choose at least one treatment' }]),
    ...chosen.flatMap((one) => {
      if (!one.templateId)
        return [{ id: `template-${one.key}`, text: `Choose the template for: ${one.says}` }]
      const needsTooth = offerOf(one)?.requiresTooth === true && one.teeth.length === 0
      return needsTooth ? [{ id: `teeth-${one.key}`, text: `Choose the tooth for: ${one.says}` }] : []
    }),
    ...(clinicianId ? [] : [{ id: 'clinicianId', text: 'Choose the clinician' }]),
  ]
}

export const conflictId = (between: readonly string[]) => `conflict-${between.join('-')}`

/** What was accepted, as the server takes it: the one place where choices become drafts. */
export function toAcceptedInput(
  choices: NoteChoices,
  { patientId, clinicianId }: { patientId: string; clinicianId: string },
) {
  const { note, treatments, facts, diagnosis, price, visits, settled } = choices
  return {
    ...{
      patientId,
      clinicianId,
      note,
      diagnosis: diagnosis.trim(),
      price: price.trim(),
      visits: visits.trim(),
      settled,
    },
    treatments: treatments
      .filter(({ isChosen }) => isChosen)
      .map(({ templateId, teeth }) => ({ templateId, teeth })),
    facts: facts
      .filter(({ isAccepted }) => isAccepted)
      .map(({ factor, answer, fields, teeth, spans, foundBy }) => ({
        factor,
        answer,
        fields,
        teeth,
        spans,
        foundBy,
      })),
  }
}

/** 'upper left first molar (26)', each tooth as the practice names it. */
export const teethText = (teeth: readonly string[], notation: ToothNotation) =>
  teeth.map((fdi) => toothText(notation, fdi)).join(', ')

/** The words of a note at some places, each once. */
export const textAtSpans = (note: string, spans: readonly NoteSpan[]) => [
  ...new Set(spans.map(({ from, to }) => note.slice(from, to))),
]
