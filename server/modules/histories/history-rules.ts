import { isDeepStrictEqual } from 'node:util'
import type { LibraryFactor, LibraryFactorBook } from '../../../build/content/types.d.ts'
import type { FactSource, HistoryFact, HistoryReview, HistoryStep } from '../../../contract/histories.ts'
import { isoDate } from '../../../contract/kit.ts'
import { history_review_days } from '../../../contract/limits.ts'
import { toothCodes } from '../../../contract/teeth.ts'
import { day_ms } from '../../platform/clock.ts'

type HistoryError =
  | 'unknown-question'
  | 'asked-twice'
  | 'details-without-yes'
  | 'not-of-teeth'
  | 'unknown-detail'
  | 'detail-unreadable'

/** What keeps answers from being saved as answers to the questions of the book; null where nothing does. */
export function validateFacts(
  { factors }: LibraryFactorBook,
  facts: readonly HistoryFact[],
): HistoryError | null {
  const asked = new Map(factors.map((factor) => [factor.id, factor]))
  if (new Set(facts.map(({ factor }) => factor)).size < facts.length) return 'asked-twice'
  for (const fact of facts) {
    const factor = asked.get(fact.factor)
    const fault = factor ? validateFact(factor, fact) : 'unknown-question'
    if (fault) return fault
  }
  return null
}

function validateFact({ perTooth, fields }: LibraryFactor, fact: HistoryFact): HistoryError | null {
  const given = Object.entries(fact.fields)
  if (fact.answer !== 'yes' && (given.length > 0 || fact.teeth)) return 'details-without-yes'
  if (fact.teeth && !perTooth) return 'not-of-teeth'
  for (const [name, value] of given) {
    const field = fields.find((one) => one.name === name)
    if (!field) return 'unknown-detail'
    if (value !== '' && !fieldValidators[field.kind](value)) return 'detail-unreadable'
  }
  return null
}

/** As the rules read them: written otherwise they would count as not known. */
const fieldValidators: Record<LibraryFactor['fields'][number]['kind'], (value: string) => boolean> = {
  text: () => true,
  number: (value) => /^\d+(\.\d+)?$/.test(value),
  date: (value) => isoDate.safeParse(value).success,
  'yes or no': (value) => value === 'yes' || value === 'no',
}

/** A fact in the one form in which it is stored: no empty details, each tooth once in the order of the mouth. */
export const normalizeFact = ({ factor, answer, fields, teeth }: HistoryFact): HistoryFact => ({
  factor,
  answer,
  fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
  teeth: teeth && toothCodes.filter((fdi) => teeth.includes(fdi)),
})

type KnownFactRecord = HistoryFact & { source: FactSource }

/** Of the answers given, those that say something else than what is known, and those that only somebody else says now. */
export function changedFacts(
  known: readonly KnownFactRecord[],
  given: readonly HistoryFact[],
  source: FactSource,
): { changed: HistoryFact[]; confirmed: HistoryFact[] } {
  const isKnown = (fact: HistoryFact) =>
    isDeepStrictEqual(
      normalizeFact(fact),
      known.filter(({ factor }) => factor === fact.factor).map(normalizeFact)[0],
    )
  const saidBySource = (fact: HistoryFact) =>
    known.some((one) => one.factor === fact.factor && one.source === source)
  return {
    changed: given.filter((fact) => !isKnown(fact)),
    confirmed: given.filter((fact) => isKnown(fact) && !saidBySource(fact)),
  }
}

/**
 * What one record of a patient learns from another: what it was never asked, and every yes, for a risk that stood in
 * either stands in both. A yes with details of its own is kept as it is.
 */
export const factsToMerge = (other: readonly HistoryFact[], own: readonly HistoryFact[]): HistoryFact[] =>
  other
    .filter(({ factor, answer }) => {
      const known = own.find((fact) => fact.factor === factor)
      return !known || (answer === 'yes' && known.answer !== 'yes')
    })
    .map(normalizeFact)

/** Whether a review still counts. */
export function reviewStatusOf(newest: { at: Date; byName: string } | undefined, now: Date): HistoryReview {
  if (!newest) return { state: 'never', at: null, byName: null }
  const isOld = now.getTime() - newest.at.getTime() > history_review_days * day_ms
  return { state: isOld ? 'due' : 'current', at: newest.at.toISOString(), byName: newest.byName }
}

type HistoryEntry = KnownFactRecord & { version: number; at: Date; byName: string }
type Review = { version: number; at: Date; byName: string }

/** Every save with what it changed, and every review, the newest first; both are given the earliest first. */
export function buildTimeline(entries: readonly HistoryEntry[], reviews: readonly Review[]): HistoryStep[] {
  const before = new Map<string, HistoryFact>()
  const saves = [...Map.groupBy(entries, ({ version }) => version).values()].map((saved): HistoryStep => {
    const { version, at, byName, source } = saved[0]!
    const changes = saved.map((entry) => {
      const change = { after: normalizeFact(entry), before: before.get(entry.factor) ?? null }
      before.set(entry.factor, change.after)
      return change
    })
    return { kind: 'saved', version, at: at.toISOString(), byName, source, changes }
  })
  const reviewed = reviews.map(({ version, at, byName }): HistoryStep => ({
    kind: 'reviewed',
    ...{ version, at: at.toISOString(), byName },
    source: null,
    changes: [],
  }))
  // A review that came with a save stands above it.
  return [...saves, ...reviewed]
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .toReversed()
}
