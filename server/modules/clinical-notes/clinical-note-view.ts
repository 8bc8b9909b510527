import type { z } from 'zod'
import type { clinicalNotes, NoteReading as ShownReading } from '../../../contract/clinical-notes.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { findUsableBySubtypes } from '../templates/index.ts'
import type { Conflict } from './note-conflicts.ts'
import type { NoteReading, ReadDiagnosis } from './note-reading.ts'
import type { NoteSuggestion } from './note-suggestions.ts'

type ReadingView = z.input<typeof ShownReading>
type OfferedTemplate = ReadingView['proposals'][number]['offers'][number]['templates'][number]
type Suggestions = z.input<(typeof clinicalNotes.suggest)['~orpc']['outputSchema'] & object>['suggestions']

/** Of each subtype, the templates that the practice may use now. */
export async function templatesBySubtype(
  scope: ClinicScope,
  subtypes: readonly string[],
): Promise<(subtype: string) => OfferedTemplate[]> {
  const found = await findUsableBySubtypes(scope, [...new Set(subtypes)])
  return (subtype) =>
    found
      .filter(({ treatmentSubtype }) => treatmentSubtype === subtype)
      .map(({ id, name, requiresTooth, ownerClinicId }) => ({
        ...{ id, name, requiresTooth },
        isOwn: ownerClinicId !== null,
      }))
}

/** The diagnosis as a sentence ends with it: 'We found: …'. What is in doubt says so. */
const diagnosisText = (diagnoses: readonly ReadDiagnosis[]): string =>
  diagnoses.map(({ text, isSure }) => (isSure ? text : `Possibly: ${text}`)).join('. ')

export const conflictChoices = (conflict: Conflict): string[] =>
  conflict.about === 'teeth'
    ? conflict.teeth
    : conflict.about === 'side'
      ? [conflict.tooth, conflict.side]
      : [conflict.factor]

/** A reading as the contract shows it. */
export function readingView(
  reading: NoteReading,
  {
    labelOf,
    templatesOf,
  }: { labelOf: (factor: string) => string; templatesOf: (subtype: string) => OfferedTemplate[] },
): Omit<ReadingView, 'outgoing'> {
  const { proposals, diagnoses, facts, conflicts, aside, price, visits, unknown, corrections } = reading
  return {
    proposals: proposals.map(({ offers, area, ...proposal }) => ({
      ...proposal,
      area: area ?? '',
      offers: offers.map((subtype) => ({ subtype, templates: templatesOf(subtype) })),
    })),
    diagnosis: diagnosisText(diagnoses),
    diagnoses,
    facts: facts.map(({ factor, answer, fields, teeth, spans }) => ({
      ...{ factor, answer, fields, teeth, spans },
      label: labelOf(factor),
    })),
    conflicts: conflicts.map((conflict) => ({
      message: conflict.message,
      about: conflict.about,
      between: conflictChoices(conflict),
      spans: conflict.spans,
    })),
    ...{ aside, price, visits, unknown, corrections },
  }
}

export const suggestionsView = (
  suggestions: readonly NoteSuggestion[],
  {
    labelOf,
    templatesOf,
  }: { labelOf: (factor: string) => string; templatesOf: (subtype: string) => OfferedTemplate[] },
): Suggestions =>
  suggestions.map((one) => {
    if (one.about === 'treatment') return { ...one, templates: templatesOf(one.subtype) }
    return one.about === 'factor' ? { ...one, label: labelOf(one.factor) } : one
  })
