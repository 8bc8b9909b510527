import shipped from '../../../build/content/termbases.json' with { type: 'json' }
import type { LibraryTermbase } from '../../../build/content/types.d.ts'
import {
  formatWordList,
  findTooth,
  toothText,
  type TreatmentSite,
  type Tooth,
} from '../../../contract/teeth.ts'

/** What is particular to one patient in another language: set phrases with what is filled into them, and places. */
export type Termbase = {
  language: string
  /** A phrase of ours, or one that is typed often; undefined for words that only their writer can say in another language. */
  translate: (english: string) => string | undefined
  /** Where a treatment is, without the article that an English sentence needs. */
  formatPlace: (place: TreatmentSite, english: string) => string
  /** Between reasons, which may have commas of their own, and at the end of a sentence. */
  punctuation: { semicolon: string; stop: string }
}

const number = String.raw`\d+(?:[.,–-]\d+)*`
const slot = '{n}'

/** Equal for phrases that differ in nothing a reader would see. */
const keyOf = (english: string): string =>
  english
    .trim()
    .replace(/\.$/, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Phrases in which a number stands, with what finds the number. */
const numberedPhrases = (phrases: LibraryTermbase['phrases']) =>
  phrases
    .filter(({ en }) => en.includes(slot))
    .map(({ en, own }) => ({
      pattern: new RegExp(`^${keyOf(en).split(slot).map(escaped).join(`(${number})`)}$`),
      own,
    }))

/** A capital and a full stop as the English has them: what was typed without may stand within a sentence. */
function matchPunctuation(english: string, own: string): string {
  const ended = english.trim().endsWith('.') ? own : own.replace(/[.۔]$/u, '')
  return /^\s*\p{Lu}/u.test(english) ? ended.charAt(0).toUpperCase() + ended.slice(1) : ended
}

function createPhraseTranslator({ phrases }: LibraryTermbase): Termbase['translate'] {
  const known = new Map(phrases.map(({ en, own }) => [keyOf(en), own]))
  const withNumber = numberedPhrases(phrases)
  return (english) => {
    // A number, a price or a mark is the same in every language.
    if (!/\p{L}/u.test(english)) return english
    const key = keyOf(english)
    const own = known.get(key)
    if (own !== undefined) return matchPunctuation(english, own)
    for (const { pattern, own: phrase } of withNumber) {
      const [, found] = pattern.exec(key) ?? []
      if (found !== undefined) return matchPunctuation(english, phrase.replace(slot, found))
    }
    return undefined
  }
}

const toothPosition = ({ fdi }: Tooth): number => Number(fdi.at(-1))

function translateTooth({ teeth }: LibraryTermbase, tooth: Tooth): string {
  const name = (tooth.baby ? teeth.babyNames : teeth.names)[toothPosition(tooth) - 1]!
  const filled = teeth.place
    .replace('{jaw}', teeth.jaws[tooth.arch])
    .replace('{side}', teeth.sides[tooth.side])
    .replace('{tooth}', name)
  return `${filled} (${tooth.fdi})`
}

function createTermbase(library: LibraryTermbase): Termbase {
  const translate = createPhraseTranslator(library)
  return {
    language: library.language,
    translate,
    punctuation: library.list,
    formatPlace: ({ teeth: codes }, english) => {
      if (codes.length === 0) return translate(english) ?? english
      const named = codes.map((fdi) => {
        const tooth = findTooth(fdi)
        return tooth ? translateTooth(library, tooth) : toothText('names', fdi)
      })
      return formatWordList(named, library.list)
    },
  }
}

const termbases = new Map(
  (shipped as LibraryTermbase[]).map((library) => [library.language, createTermbase(library)]),
)

/** The termbase of a language; undefined for English, and for a language that has none. */
export const termbaseOf = (language: string): Termbase | undefined => termbases.get(language)
