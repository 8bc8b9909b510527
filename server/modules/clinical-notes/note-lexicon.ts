import type {
  LibraryShorthand,
  ShorthandArea,
  ShorthandContext,
  ShorthandFactor,
  ShorthandSide,
  ShorthandTreatment,
} from '../../../build/content/types.d.ts'
import { enclosingSpan, type NoteToken, type Span, tokenize } from './note-tokens.ts'

/** What words of a note may mean. The same words may mean several things. */
export type Meaning =
  | { kind: 'treatment'; treatment: ShorthandTreatment }
  | { kind: 'material'; makes: Record<string, string> }
  | { kind: 'diagnosis'; says: string; text: string }
  | { kind: 'factor'; factor: ShorthandFactor }
  | { kind: 'allergen'; factor: string }
  | { kind: 'no-allergies'; factors: string[] }
  | { kind: 'area'; area: ShorthandArea }
  | { kind: 'side'; side: ShorthandSide }
  | { kind: 'both-sides' }
  | { kind: 'context'; role: ShorthandContext }
  | { kind: 'plain' }

/** Words of a note with what they may mean. */
export type LexiconMatch = Span & {
  /** In small letters, as the vocabulary has them. */
  words: string
  meanings: Meaning[]
  clause: number
  sentence: number
  /** Its place among the words of the note, and behind it. */
  startWord: number
  endWord: number
}

type TrieNode = { next: Map<string, TrieNode>; meanings: Meaning[] }
export type Lexicon = {
  root: TrieNode
  known: ReadonlySet<string>
  /** What single words mean alone: which misspelling may be read as which. */
  spelled: ReadonlySet<string>
}

/** Makes the vocabulary ready to be looked up. */
export function buildLexicon(shorthand: LibraryShorthand): Lexicon {
  const root: TrieNode = { next: new Map(), meanings: [] }
  const known = new Set<string>()
  const spelled = new Set<string>()
  const add = (words: readonly string[], meaning: Meaning) => {
    for (const phrase of words) {
      let branch = root
      for (const { text } of tokenize(phrase)) {
        known.add(text)
        if (meaning.kind !== 'plain' && meaning.kind !== 'context' && text.length >= 5) spelled.add(text)
        let next = branch.next.get(text)
        if (!next) branch.next.set(text, (next = { next: new Map(), meanings: [] }))
        branch = next
      }
      branch.meanings.push(meaning)
    }
  }
  const { treatments, materials, diagnoses, factors, allergens, noAllergies, places, context } = shorthand
  for (const treatment of treatments) add(treatment.words, { kind: 'treatment', treatment })
  for (const { words, makes } of materials) add(words, { kind: 'material', makes })
  for (const { words, says, text } of diagnoses) add(words, { kind: 'diagnosis', says, text })
  for (const factor of factors) add(factor.words, { kind: 'factor', factor })
  for (const { words, factor } of allergens) add(words, { kind: 'allergen', factor })
  for (const one of noAllergies) add(one.words, { kind: 'no-allergies', factors: one.factors })
  for (const { area, words } of places.areas) add(words, { kind: 'area', area })
  for (const [side, words] of Object.entries(places.sideWords) as [ShorthandSide, string[]][])
    add(words, { kind: 'side', side })
  add(places.pairs, { kind: 'both-sides' })
  for (const [role, words] of Object.entries(context) as [ShorthandContext, string[]][])
    add(words, { kind: 'context', role })
  add(shorthand.plainWords, { kind: 'plain' })
  return { root, known, spelled }
}

const singular = (text: string) => (text.length > 2 && text.endsWith('s') ? [text.slice(0, -1)] : [])

/** The longest run of words from here on that the vocabulary knows. */
function longestMatch(
  branch: TrieNode,
  words: readonly NoteToken[],
  at: number,
): { behind: number; meanings: Meaning[] } {
  let best = { behind: at, meanings: branch.meanings }
  const word = words[at]
  if (!word) return best
  for (const text of [word.text, ...singular(word.text)]) {
    const next = branch.next.get(text)
    if (!next) continue
    const found = longestMatch(next, words, at + 1)
    if (found.meanings.length > 0 && found.behind > best.behind) best = found
  }
  return best
}

/** One slip of the pen: a letter more, less, another, or two in the wrong order. */
function isOneTypo(one: string, other: string): boolean {
  if (one[0] !== other[0] || Math.abs(one.length - other.length) > 1 || one === other) return false
  let prefixLength = 0
  while (prefixLength < one.length && one[prefixLength] === other[prefixLength]) prefixLength += 1
  const [a, b] = [one.slice(prefixLength), other.slice(prefixLength)]
  if (a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)) return true
  return a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0]
}

/** A long word with one slip in it, read as the one word it can be; what could be two things stays as it is. */
function readMisspelling({ root, known, spelled }: Lexicon, text: string): string | null {
  if (!/^\p{L}{6,}$/u.test(text) || [text, ...singular(text)].some((one) => known.has(one))) return null
  const near = [...spelled].filter((word) => isOneTypo(text, word))
  const [first] = near
  if (first === undefined) return null
  const meanings = root.next.get(first)?.meanings ?? []
  const areSame = near.every((word) => {
    const other = root.next.get(word)?.meanings ?? []
    return word === first || (meanings.length > 0 && meaningKey(other) === meaningKey(meanings))
  })
  return areSame ? first : null
}

const meaningKey = (meanings: readonly Meaning[]) => JSON.stringify(meanings)

/** A word that was read as another. */
export type Correction = Span & { written: string; readAs: string }

/** Everything in the words that the vocabulary knows, the longest first, and the words it does not know. */
export function findMatches(
  lexicon: Lexicon,
  words: readonly NoteToken[],
): { found: LexiconMatch[]; unknown: NoteToken[]; corrections: Correction[] } {
  const corrections: Correction[] = []
  const read = words.map((word) => {
    const readAs = readMisspelling(lexicon, word.text)
    if (readAs) corrections.push({ from: word.from, to: word.to, written: word.text, readAs })
    return readAs ? { ...word, text: readAs } : word
  })
  const found: LexiconMatch[] = []
  const unknown: NoteToken[] = []
  for (let at = 0; at < read.length;) {
    const word = read[at]!
    const { behind: endWord, meanings } = longestMatch(lexicon.root, read, at)
    if (endWord === at) {
      if (/[\p{L}\d]/u.test(word.text)) unknown.push(words[at]!)
      at += 1
      continue
    }
    const taken = read.slice(at, endWord)
    const { clause, sentence } = word
    const text = taken.map((one) => one.text).join(' ')
    found.push({ ...enclosingSpan(taken), words: text, meanings, clause, sentence, startWord: at, endWord })
    at = endWord
  }
  return { found, unknown, corrections }
}
