import { phrase_length_max } from '../../../contract/limits.ts'
import { phraseFields, type PhraseField, type PhraseRefusal } from '../../../contract/phrases.ts'
import {
  beginsLikeName,
  findPatientFact,
  nameFormsIn,
  normalisedPhrase,
  type PhraseFact,
} from '../../../wording/phrase-facts.ts'
import type { SentTreatment } from '../consents/index.ts'
import { everydayWords } from './phrase-library.ts'

/** A phrase that was sent to fewer may be about one of them. */
const patients_min = 2

/** What was sent in one gap, and how often. */
export type SentPhrase = {
  field: PhraseField
  /** As it was typed last, without a full stop. */
  text: string
  /** By the clinician for whom it is ranked. */
  timesSent: number
  timesSentByClinic: number
  isLast: boolean
  isForSeveral: boolean
  /** Words of the names of those it was sent for and by. */
  names: ReadonlySet<string>
}

/** By what phrases are the same: their gap, and what they say however it is typed. */
export const phraseKey = (field: PhraseField, text: string): string => `${field} ${normalisedPhrase(text)}`

const withoutFullStop = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.\s]+$/, '')

/** What was entered for a gap; a material stands in a place of its own or among the other details. */
function textOf({ diagnosis, material, placeholders }: SentTreatment, field: PhraseField): string {
  if (field === 'diagnosis') return diagnosis
  return placeholders[field] || (field === 'material' ? material : '')
}

type Use = { treatment: SentTreatment; field: PhraseField; text: string; names: readonly string[] }

function usesOf(treatment: SentTreatment): Use[] {
  const names = nameFormsIn(`${treatment.patientName} ${treatment.clinicianName}`)
  return phraseFields
    .map((field) => ({ treatment, field, text: withoutFullStop(textOf(treatment, field)), names }))
    .filter(({ text }) => text !== '')
}

const newestOf = (treatments: readonly SentTreatment[]): SentTreatment | undefined =>
  treatments.toSorted((one, other) => other.sentAt.getTime() - one.sentAt.getTime())[0]

/** What was sent in each gap, by its key; `treatments` are the newest first. */
export function sentPhrasesOf(
  treatments: readonly SentTreatment[],
  clinicianId: string | null,
): Map<string, SentPhrase> {
  const last = newestOf(treatments.filter((treatment) => treatment.clinicianId === clinicianId))
  const byKey = Map.groupBy(treatments.flatMap(usesOf), ({ field, text }) => phraseKey(field, text))
  return new Map([...byKey].map(([key, uses]) => [key, toSentPhrase(uses, { clinicianId, last })]))
}

function toSentPhrase(
  uses: readonly Use[],
  { clinicianId, last }: { clinicianId: string | null; last: SentTreatment | undefined },
): SentPhrase {
  const { field, text } = uses[0]!
  const treatments = uses.map(({ treatment }) => treatment)
  return {
    ...{ field, text },
    timesSent: treatments.filter((treatment) => treatment.clinicianId === clinicianId).length,
    timesSentByClinic: treatments.length,
    isLast: last !== undefined && treatments.includes(last),
    isForSeveral: new Set(treatments.map(({ patientId }) => patientId)).size >= patients_min,
    names: new Set(uses.flatMap(({ names }) => names)),
  }
}

const refusalOf: Record<PhraseFact, PhraseRefusal> = {
  name: 'phrase-names-somebody',
  date: 'phrase-has-date',
  number: 'phrase-has-number',
  contact: 'phrase-has-contact',
}

/** Why a phrase is not offered for every patient, or null where it may be; `names` are words of people's names. */
export function phraseRefusal(
  field: PhraseField,
  text: string,
  names: ReadonlySet<string>,
): PhraseRefusal | null {
  const fact = findPatientFact(text, { gap: field, names, everydayWords: everydayWords() })
  return fact && refusalOf[fact]
}

/**
 * Why a group offers no such phrase, or null where it may. It knows nobody of its practices: titles, capital letters, also
 * that of a first word, dates and numbers are what it can tell.
 */
export const groupPhraseRefusal = (field: PhraseField, text: string): PhraseRefusal | null =>
  phraseRefusal(field, text, new Set()) ??
  (beginsLikeName(text, everydayWords()) ? 'phrase-names-somebody' : null)

/** Whether what was sent may be offered to others; `known` are words of the names of everybody at the practice. */
export const isPooled = (
  { field, text, names, isForSeveral }: SentPhrase,
  known: ReadonlySet<string>,
): boolean =>
  isForSeveral && text.length <= phrase_length_max && phraseRefusal(field, text, names.union(known)) === null
