import type { ShorthandContext } from '../../../build/content/types.d.ts'
import type { Found } from './note-lexicon.ts'

/** What the words around something say about it. */
export type Circumstance = {
  /** Somebody else's health. */
  isFamily: boolean
  isDoubted: boolean
  /** `unsure` where a 'no' may or may not reach it: asked rather than guessed. */
  negation: 'yes' | 'no' | 'unsure'
  isStopped: boolean
  isPast: boolean
  isFailed: boolean
  isUnwanted: boolean
}

export const roleIn = ({ meanings }: Found, role: ShorthandContext): boolean =>
  meanings.some((meaning) => meaning.kind === 'context' && meaning.role === role)

/** Something that may be found in a note and that words can deny, doubt or put into the past. */
const isThing = ({ meanings }: Found): boolean =>
  meanings.some(({ kind }) => ['treatment', 'diagnosis', 'factor', 'allergen', 'no-allergies'].includes(kind))

/** How far words reach: everything is asked of the note as a whole, because 'pt isn't' looks back. */
export function makeContext(found: readonly Found[], text: string) {
  const inClause = (item: Found) => found.filter(({ clause }) => clause === item.clause)
  const gap = (one: Found, other: Found) => other.first - one.behind

  /** The last words of a role before it in its part of the sentence, at most so many words away, with no other thing between. */
  function before(item: Found, role: ShorthandContext, words_max: number): Found | undefined {
    const ahead = inClause(item).filter(({ behind }) => behind <= item.first)
    const word = ahead.findLast((one) => roleIn(one, role))
    if (!word || gap(word, item) > words_max) return undefined
    const between = ahead.filter(({ first }) => first >= word.behind)
    const isOther = between.some((one) => isThing(one) && !roleIn(one, 'breaks'))
    return isOther ? undefined : word
  }

  function behind(item: Found, role: ShorthandContext, words_max: number): Found | undefined {
    const after = inClause(item).filter(({ first }) => first >= item.behind)
    const word = after.find((one) => roleIn(one, role))
    if (!word || gap(item, word) > words_max) return undefined
    return after.some((one) => one.first < word.first && isThing(one)) ? undefined : word
  }

  /** A relative named before it in its part of the sentence: whose health it is, or who says so. */
  function relativeOf(item: Found): 'named' | 'speaks' | null {
    const ahead = inClause(item).filter((one) => one.behind <= item.first)
    const relative = ahead.findLastIndex((one) => roleIn(one, 'family'))
    if (relative < 0 || ahead.slice(relative).some((one) => roleIn(one, 'patient'))) return null
    const next = ahead[relative + 1]
    return next && roleIn(next, 'familySpeaks') ? 'speaks' : 'named'
  }

  /** 'Mum diabetic, on warfarin': whose warfarin, nobody can know. */
  function mayBeFamily(item: Found): boolean {
    const [opening] = inClause(item)
    if (!opening || !roleIn(opening, 'goesOn')) return false
    const earlier = found.filter(
      ({ clause, sentence }) => clause === item.clause - 1 && sentence === item.sentence,
    )
    const relative = earlier.findLastIndex((one) => roleIn(one, 'family'))
    if (relative < 0 || roleIn(earlier[relative + 1] ?? opening, 'familySpeaks')) return false
    return !earlier.slice(relative).some((one) => roleIn(one, 'patient'))
  }

  function isDoubted(item: Found): boolean {
    const sign = before(item, 'doubt', 4)
    const isPrefix = sign !== undefined && !/\?\s/.test(text.slice(sign.from, sign.to + 1))
    const after = found.find(({ first }) => first === item.behind)
    return (
      isPrefix ||
      (after !== undefined &&
        after.words.startsWith('?') &&
        /\?(\s|$)/.test(text.slice(after.from, after.to + 1)))
    )
  }

  /** A 'no' before it, through 'or' and lists that end in 'or'; through 'and' or other words nobody can say. */
  function negation(item: Found): Circumstance['negation'] {
    const ahead = found.filter((one) => one.sentence === item.sentence && one.behind <= item.first)
    const at = ahead.findLastIndex((one) => roleIn(one, 'negation') || roleIn(one, 'negationOfBefore'))
    const word = ahead[at]
    if (word && word.clause <= item.clause) {
      const between = text.slice(word.to, item.from)
      const others = ahead.slice(at + 1)
      const isList = word.clause === item.clause || isListed(item, word, others)
      const read = others.reduce((sum, one) => sum + one.behind - one.first, 0)
      const fills =
        read === gap(word, item) &&
        others.every(
          (one) => isThing(one) || roleIn(one, 'fillers') || /^(or|nor|and|&|\+|\/)$/.test(one.words),
        )
      const isAlone = others.every((one) => !isThing(one))
      if (isList && isAlone) return fills ? 'yes' : 'unsure'
      if (isList && fills)
        return /\band\b|[&+]/.test(between) ? 'unsure' : /\bn?or\b|\/|,/.test(between) ? 'yes' : 'unsure'
    }
    const after = found.find((one) => one.first === item.behind && one.sentence === item.sentence)
    const isLast = after !== undefined && inClause(after).at(-1) === after
    return isLast && roleIn(after, 'negationAfter') ? 'yes' : 'no'
  }

  /** 'No diabetes, epilepsy or asthma': the 'or' at the end carries the 'no' through the commas. */
  function isListed(item: Found, word: Found, others: readonly Found[]): boolean {
    const rest = found.filter(({ sentence, first }) => sentence === item.sentence && first >= item.behind)
    const ends = rest.findIndex((one) => /^n?or$/.test(one.words))
    const isOpen =
      others.some((one) => /^n?or$/.test(one.words)) || (ends >= 0 && rest.slice(0, ends).every(isThing))
    return (
      word.clause < item.clause &&
      isOpen &&
      others.every((one) => isThing(one) || /^n?or$/.test(one.words) || roleIn(one, 'fillers'))
    )
  }

  function isStopped(item: Found): boolean {
    if (before(item, 'stopped', 3)) return true
    const after = behind(item, 'stopped', 3)
    if (!after) return false
    const next = found.find((one) => one.clause === after.clause && one.first >= after.behind && isThing(one))
    return next === undefined || gap(after, next) > 1
  }

  const isPast = (item: Found, isImage: boolean) =>
    before(item, 'past', 2) !== undefined ||
    behind(item, 'pastAfter', 3) !== undefined ||
    (isImage && before(item, 'seenOn', 0) !== undefined)

  function isUnwanted(item: Found): boolean {
    const word = before(item, 'notPlanned', 6)
    const isNear = word !== undefined && gap(word, item) === 0
    const isStrong = word !== undefined && !roleIn(word, 'negation')
    return isNear || isStrong || behind(item, 'notPlannedAfter', 1) !== undefined
  }

  return (item: Found, isImage = false): Circumstance => ({
    isFamily: relativeOf(item) === 'named',
    isDoubted: isDoubted(item) || mayBeFamily(item) || relativeOf(item) === 'speaks',
    negation: negation(item),
    isStopped: isStopped(item),
    isPast: isPast(item, isImage),
    isFailed: before(item, 'failure', 2) !== undefined || behind(item, 'failure', 2) !== undefined,
    isUnwanted: isUnwanted(item),
  })
}
