import { phrases_offered_max } from '../../../contract/limits.ts'
import {
  phraseFields,
  type ListedPhrase,
  type ListedPhrases,
  type PhraseChoice,
  type PhraseField,
  type Phrases,
} from '../../../contract/phrases.ts'
import type { LibraryPhrases } from './phrase-library.ts'
import { isPooled, phraseKey, phraseRefusal, type SentPhrase } from './phrase-pool.ts'

export type PhraseSources = {
  sent: ReadonlyMap<string, SentPhrase>
  /** In the order in which they were added. */
  group: readonly { field: PhraseField; text: string }[]
  library: LibraryPhrases
  /** In the order in which they were made. */
  choices: readonly { field: PhraseField; text: string; choice: PhraseChoice }[]
  /** Words of the names of the practice's patients and staff. */
  names: ReadonlySet<string>
}

type Candidate = ListedPhrase & { rank: readonly number[] }

/** Every phrase for each gap: pinned, then the clinician's own, the practice's, its group's and the library's; hidden ones at the end. */
export function listPhrases(sources: PhraseSources): ListedPhrases {
  const lists = phraseFields.map((field) => [field, phrasesFor(field, sources)] as const)
  return Object.fromEntries(lists.filter(([, phrases]) => phrases.length > 0))
}

type Choice = PhraseSources['choices'][number]

function phrasesFor(
  field: PhraseField,
  { sent, group, library, choices, names }: PhraseSources,
): ListedPhrase[] {
  const shipped = library[field] ?? []
  const chosen = choices.filter((choice) => choice.field === field)
  const pool = [...sent.values()].filter((phrase) => phrase.field === field && isPooled(phrase, names))
  const ofGroup = group.filter(
    (phrase) => phrase.field === field && phraseRefusal(field, phrase.text, names) === null,
  )
  const texts = [...shipped, ...[...ofGroup, ...chosen, ...pool].map(({ text }) => text)]
  const textByKey = new Map(texts.toReversed().map((text) => [phraseKey(field, text), text]))
  const groupKeys = ofGroup.map(({ text }) => phraseKey(field, text))
  const shippedKeys = shipped.map((text) => phraseKey(field, text))
  const chosenKeys = chosen.map(({ text }) => phraseKey(field, text))
  return [...textByKey]
    .map(([key, text]) =>
      toCandidate(text, {
        sent: sent.get(key),
        groupAt: groupKeys.indexOf(key),
        shippedAt: shippedKeys.indexOf(key),
        choice: chosen[chosenKeys.indexOf(key)],
        chosenAt: chosenKeys.indexOf(key),
      }),
    )
    .toSorted(byRank)
    .map(({ rank: _rank, ...phrase }) => phrase)
}

type Found = {
  sent: SentPhrase | undefined
  /** The places among the group's and the library's, or -1. */
  groupAt: number
  shippedAt: number
  choice: Choice | undefined
  chosenAt: number
}

function toCandidate(text: string, { sent, groupAt, shippedAt, choice: chosen, chosenAt }: Found): Candidate {
  const { timesSent = 0, timesSentByClinic = 0, isLast = false } = sent ?? {}
  const choice = chosen?.choice ?? null
  const part = choice === 'pinned' ? 0 : choice === 'hidden' ? 2 : 1
  const source = groupAt >= 0 ? 'group' : shippedAt >= 0 ? 'library' : 'practice'
  const place = groupAt >= 0 ? [0, groupAt] : [1, shippedAt]
  return {
    ...{ text, source, timesSent, isLast },
    ...{ isPinned: choice === 'pinned', choice },
    rank: [part, choice === 'pinned' ? chosenAt : 0, -timesSent, -timesSentByClinic, ...place],
  }
}

function byRank(one: Candidate, other: Candidate): number {
  const at = one.rank.findIndex((value, index) => value !== other.rank[index])
  return at < 0 ? one.text.localeCompare(other.text, 'en-GB') : one.rank[at]! - other.rank[at]!
}

/** As many as are offered; the phrase that was sent last takes the last place where it ranks lower. */
function bestOf(phrases: readonly ListedPhrase[]): ListedPhrase[] {
  const best = phrases.slice(0, phrases_offered_max)
  const last = phrases.slice(phrases_offered_max).find(({ isLast }) => isLast)
  return last ? [...best.slice(0, -1), last] : best
}

/** The best of them for each gap, as the form offers them, with the one for 'same as last time'. */
export function offeredPhrases(listed: ListedPhrases): Phrases {
  const offers = Object.entries(listed).map(([field, phrases]) => [
    field,
    bestOf(phrases.filter(({ choice }) => choice !== 'hidden')).map(
      ({ choice: _choice, ...phrase }) => phrase,
    ),
  ])
  return Object.fromEntries(offers.filter(([, phrases]) => phrases!.length > 0)) as Phrases
}
