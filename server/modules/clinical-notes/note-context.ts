import type { ShorthandContext } from '../../../build/content/types.d.ts'
import type { LexiconMatch } from './note-lexicon.ts'

/** What the words around something say about it. */
export type MentionContext = {
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

export const hasRole = ({ meanings }: LexiconMatch, role: ShorthandContext): boolean =>
  meanings.some((meaning) => meaning.kind === 'context' && meaning.role === role)

/** Something that may be found in a note and that words can deny, doubt or put into the past. */
const isFinding = ({ meanings }: LexiconMatch): boolean =>
  meanings.some(({ kind }) => ['treatment', 'diagnosis', 'factor', 'allergen', 'no-allergies'].includes(kind))

/** How far words reach: everything is asked of the note as a whole, because 'pt isn't' looks back. */
export function createContextReader(found: readonly LexiconMatch[], text: string) {
  const inClause = (item: LexiconMatch) => found.filter(({ clause }) => clause === item.clause)
  const gap = (one: LexiconMatch, other: LexiconMatch) => other.startWord - one.endWord

  /** The last words of a role before it in its part of the sentence, at most so many words away, with no other thing between. */
  function before(item: LexiconMatch, role: ShorthandContext, words_max: number): LexiconMatch | undefined {
    const ahead = inClause(item).filter(({ endWord }) => endWord <= item.startWord)
    const word = ahead.findLast((one) => hasRole(one, role))
    if (!word || gap(word, item) > words_max) return undefined
    const between = ahead.filter(({ startWord }) => startWord >= word.endWord)
    const isOther = between.some((one) => isFinding(one) && !hasRole(one, 'breaks'))
    return isOther ? undefined : word
  }

  function behind(item: LexiconMatch, role: ShorthandContext, words_max: number): LexiconMatch | undefined {
    const after = inClause(item).filter(({ startWord }) => startWord >= item.endWord)
    const word = after.find((one) => hasRole(one, role))
    if (!word || gap(item, word) > words_max) return undefined
    return after.some((one) => one.startWord < word.startWord && isFinding(one)) ? undefined : word
  }

  /** A relative named before it in its part of the sentence: whose health it is, or who says so. */
  function relativeOf(item: LexiconMatch): 'named' | 'speaks' | null {
    const ahead = inClause(item).filter((one) => one.endWord <= item.startWord)
    const relative = ahead.findLastIndex((one) => hasRole(one, 'family'))
    if (relative < 0 || ahead.slice(relative).some((one) => hasRole(one, 'patient'))) return null
    const next = ahead[relative + 1]
    return next && hasRole(next, 'familySpeaks') ? 'speaks' : 'named'
  }

  /** 'Mum diabetic, on warfarin': whose warfarin, nobody can know. */
  function mayBeFamily(item: LexiconMatch): boolean {
    const [opening] = inClause(item)
    if (!opening || !hasRole(opening, 'goesOn')) return false
    const earlier = found.filter(
      ({ clause, sentence }) => clause === item.clause - 1 && sentence === item.sentence,
    )
    const relative = earlier.findLastIndex((one) => hasRole(one, 'family'))
    if (relative < 0 || hasRole(earlier[relative + 1] ?? opening, 'familySpeaks')) return false
    return !earlier.slice(relative).some((one) => hasRole(one, 'patient'))
  }

  function isDoubted(item: LexiconMatch): boolean {
    const sign = before(item, 'doubt', 4)
    const isPrefix = sign !== undefined && !/\?\s/.test(text.slice(sign.from, sign.to + 1))
    const after = found.find(({ startWord }) => startWord === item.endWord)
    return (
      isPrefix ||
      (after !== undefined &&
        after.words.startsWith('?') &&
        /\?(\s|$)/.test(text.slice(after.from, after.to + 1)))
    )
  }

  /** A 'no' before it, through 'or' and lists that end in 'or'; through 'and' or other words nobody can say. */
  function negation(item: LexiconMatch): MentionContext['negation'] {
    const ahead = found.filter((one) => one.sentence === item.sentence && one.endWord <= item.startWord)
    const at = ahead.findLastIndex((one) => hasRole(one, 'negation') || hasRole(one, 'negationOfBefore'))
    const word = ahead[at]
    if (word && word.clause <= item.clause) {
      const between = text.slice(word.to, item.from)
      const others = ahead.slice(at + 1)
      const isList = word.clause === item.clause || isListed(item, word, others)
      const read = others.reduce((sum, one) => sum + one.endWord - one.startWord, 0)
      const fills =
        read === gap(word, item) &&
        others.every(
          (one) => isFinding(one) || hasRole(one, 'fillers') || /^(or|nor|and|&|\+|\/)$/.test(one.words),
        )
      const isAlone = others.every((one) => !isFinding(one))
      if (isList && isAlone) return fills ? 'yes' : 'unsure'
      if (isList && fills)
        return /\band\b|[&+]/.test(between) ? 'unsure' : /\bn?or\b|\/|,/.test(between) ? 'yes' : 'unsure'
    }
    const after = found.find((one) => one.startWord === item.endWord && one.sentence === item.sentence)
    const isLast = after !== undefined && inClause(after).at(-1) === after
    return isLast && hasRole(after, 'negationAfter') ? 'yes' : 'no'
  }

  /** 'No diabetes, epilepsy or asthma': the 'or' at the end carries the 'no' through the commas. */
  function isListed(item: LexiconMatch, word: LexiconMatch, others: readonly LexiconMatch[]): boolean {
    const rest = found.filter(
      ({ sentence, startWord }) => sentence === item.sentence && startWord >= item.endWord,
    )
    const ends = rest.findIndex((one) => /^n?or$/.test(one.words))
    const isOpen =
      others.some((one) => /^n?or$/.test(one.words)) || (ends >= 0 && rest.slice(0, ends).every(isFinding))
    return (
      word.clause < item.clause &&
      isOpen &&
      others.every((one) => isFinding(one) || /^n?or$/.test(one.words) || hasRole(one, 'fillers'))
    )
  }

  function isStopped(item: LexiconMatch): boolean {
    if (before(item, 'stopped', 3)) return true
    const after = behind(item, 'stopped', 3)
    if (!after) return false
    const next = found.find(
      (one) => one.clause === after.clause && one.startWord >= after.endWord && isFinding(one),
    )
    return next === undefined || gap(after, next) > 1
  }

  const isPast = (item: LexiconMatch, isImage: boolean) =>
    before(item, 'past', 2) !== undefined ||
    behind(item, 'pastAfter', 3) !== undefined ||
    (isImage && before(item, 'seenOn', 0) !== undefined)

  function isUnwanted(item: LexiconMatch): boolean {
    const word = before(item, 'notPlanned', 6)
    const isNear = word !== undefined && gap(word, item) === 0
    const isStrong = word !== undefined && !hasRole(word, 'negation')
    return isNear || isStrong || behind(item, 'notPlannedAfter', 1) !== undefined
  }

  return (item: LexiconMatch, isImage = false): MentionContext => ({
    isFamily: relativeOf(item) === 'named',
    isDoubted: isDoubted(item) || mayBeFamily(item) || relativeOf(item) === 'speaks',
    negation: negation(item),
    isStopped: isStopped(item),
    isPast: isPast(item, isImage),
    isFailed: before(item, 'failure', 2) !== undefined || behind(item, 'failure', 2) !== undefined,
    isUnwanted: isUnwanted(item),
  })
}
