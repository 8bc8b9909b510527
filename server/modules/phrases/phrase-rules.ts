import { phrase_length_max, phrases_offered_max } from '../../../contract/limits.ts'
import {
  phraseFields,
  type ListedPhrase,
  type ListedPhrases,
  type PhraseChoice,
  type PhraseField,
  type PhraseRefusal,
  type Phrases,
} from '../../../contract/phrases.ts'
import {
  findPatientFact,
  nameFormsIn,
  normalisedPhrase,
  type PhraseFact,
} from '../../../wording/phrase-facts.ts'
import type { SentTreatment } from '../consents/index.ts'
import { everydayWords, type LibraryPhrases } from './phrase-library.ts'

/** A phrase that was sent to fewer may be about one of them. */
const patients_min = 2

/** What is known of a phrase in one gap. */
export type SentPhrase = {
  field: PhraseField
  /** As it was typed last, without a full stop. */
  text: string
  timesSent: number
  timesSentByClinic: number
  isLast: boolean
  isForSeveral: boolean
  /** Words of the names of those it was sent for and by. */
  names: ReadonlySet<string>
}

const keyOf = (field: PhraseField, text: string) => `${field} ${normalisedPhrase(text)}`
const displayed = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.\s]+$/, '')

function textOf(treatment: SentTreatment, field: PhraseField): string {
  if (field === 'diagnosis') return treatment.diagnosis
  const entered = treatment.placeholders[field] ?? ''
  return field === 'material' ? entered || treatment.material : entered
}

/** What was sent in each gap, by what it says; `treatments` are the newest first. */
export function sentPhrasesOf(
  treatments: readonly SentTreatment[],
  clinicianId: string | null,
): Map<string, SentPhrase> {
  const own = treatments.filter((treatment) => treatment.clinicianId === clinicianId)
  const newest = own.reduce<SentTreatment | undefined>(
    (last, one) => (last && last.sentAt >= one.sentAt ? last : one),
    undefined,
  )
  const uses = treatments.flatMap((treatment) =>
    phraseFields
      .map((field) => ({ treatment, field, text: displayed(textOf(treatment, field)) }))
      .filter(({ text }) => text !== ''),
  )
  const byKey = Map.groupBy(uses, ({ field, text }) => keyOf(field, text))
  return new Map(
    [...byKey].map(([key, all]) => {
      const { field, text } = all[0]!
      const by = all.map(({ treatment }) => treatment)
      return [
        key,
        {
          ...{ field, text },
          timesSent: by.filter((treatment) => treatment.clinicianId === clinicianId).length,
          timesSentByClinic: by.length,
          isLast: newest !== undefined && by.includes(newest),
          isForSeveral: new Set(by.map(({ patientId }) => patientId)).size >= patients_min,
          names: new Set(by.flatMap((one) => nameFormsIn(`${one.patientName} ${one.clinicianName}`))),
        },
      ]
    }),
  )
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
  const fact = findPatientFact(text, { gap: field, names, everydayWords })
  return fact && refusalOf[fact]
}

/** Whether what was sent may be offered again; what the library says is nobody's fact. */
const isPooled = ({ field, text, names, isForSeveral }: SentPhrase, known: ReadonlySet<string>): boolean =>
  isForSeveral && text.length <= phrase_length_max && phraseRefusal(field, text, names.union(known)) === null

export type PhraseSources = {
  sent: ReadonlyMap<string, SentPhrase>
  library: LibraryPhrases
  /** In the order in which they were made. */
  choices: readonly { field: PhraseField; text: string; choice: PhraseChoice }[]
  /** Words of the names of the practice's patients and staff. */
  names: ReadonlySet<string>
}

type Candidate = ListedPhrase & { rank: readonly number[] }

/** Every phrase for each gap: pinned, then the clinician's own, the practice's and the library's; hidden ones at the end. */
export function listPhrases(sources: PhraseSources): ListedPhrases {
  const lists = phraseFields.map((field) => [field, phrasesFor(field, sources)] as const)
  return Object.fromEntries(lists.filter(([, phrases]) => phrases.length > 0))
}

function phrasesFor(field: PhraseField, { sent, library, choices, names }: PhraseSources): ListedPhrase[] {
  const shipped = library[field] ?? []
  const chosen = choices.filter((choice) => choice.field === field)
  const pool = [...sent.values()].filter((phrase) => phrase.field === field && isPooled(phrase, names))
  const shippedKeys = shipped.map((text) => keyOf(field, text))
  const chosenKeys = chosen.map(({ text }) => keyOf(field, text))
  const texts = [...shipped, ...chosen.map(({ text }) => text), ...pool.map(({ text }) => text)]
  const textByKey = new Map(texts.toReversed().map((text) => [keyOf(field, text), text]))
  const candidates = [...textByKey].map(([key, text]): Candidate => {
    const [chosenAt, shippedAt] = [chosenKeys.indexOf(key), shippedKeys.indexOf(key)]
    const { timesSent = 0, timesSentByClinic = 0, isLast = false } = sent.get(key) ?? {}
    const choice = chosen[chosenAt]?.choice ?? null
    const choiceRank = choice === 'pinned' ? chosenAt - chosen.length : choice === 'hidden' ? 1 : 0
    const libraryRank = shippedAt < 0 ? shipped.length : shippedAt
    return {
      ...{ text, source: shippedAt < 0 ? 'practice' : 'library', timesSent, isLast },
      ...{ isPinned: choice === 'pinned', choice },
      rank: [choiceRank, -timesSent, -timesSentByClinic, libraryRank],
    }
  })
  return candidates.toSorted(byRank).map(({ rank: _rank, ...phrase }) => phrase)
}

function byRank(one: Candidate, other: Candidate): number {
  const at = one.rank.findIndex((value, index) => value !== other.rank[index])
  return at < 0 ? one.text.localeCompare(other.text, 'en-GB') : one.rank[at]! - other.rank[at]!
}

/** The best of them for each gap, as the form offers them. */
export function offeredPhrases(listed: ListedPhrases): Phrases {
  const offers = Object.entries(listed).map(([field, phrases]) => [
    field,
    phrases
      .filter(({ choice }) => choice !== 'hidden')
      .slice(0, phrases_offered_max)
      .map(({ choice: _choice, ...phrase }) => phrase),
  ])
  return Object.fromEntries(offers.filter(([, phrases]) => phrases!.length > 0)) as Phrases
}

/** Whether two texts say the same in a gap. */
export const isSamePhrase = (one: string, other: string): boolean =>
  normalisedPhrase(one) === normalisedPhrase(other)
