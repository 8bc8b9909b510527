import { sentencesToMeasure, splitWords } from './plain-text.ts'

export type Readability = {
  words: number
  sentences: number
  /** Flesch-Kincaid school grade; the reading age is about 5 more. */
  grade: number
  /** SMOG grade; means little under 30 sentences. */
  smog: number
  longestSentence: string
  longestSentenceWords: number
  /** Share of sentences over 20 words, 0 to 1. */
  longShare: number
}

/** Measures plain text by the writing guide's formulas. They count; they never prove that a person understands. */
export function measureReadability(text: string): Readability {
  const all = sentencesToMeasure(text)
  const lengths = all.map((sentence) => splitWords(sentence).length)
  const syllableCounts = splitWords(all.join(' ')).map(countSyllables)
  const wordCount = Math.max(syllableCounts.length, 1)
  const sentenceCount = Math.max(all.length, 1)
  const syllableCount = syllableCounts.reduce((sum, count) => sum + count, 0)
  const polysyllables = syllableCounts.filter((count) => count >= 3).length
  const longest = Math.max(0, ...lengths)
  return {
    words: syllableCounts.length,
    sentences: all.length,
    grade: 0.39 * (wordCount / sentenceCount) + 11.8 * (syllableCount / wordCount) - 15.59,
    smog: 1.043 * Math.sqrt((polysyllables * 30) / sentenceCount) + 3.1291,
    longestSentence: all[lengths.indexOf(longest)] ?? '',
    longestSentenceWords: longest,
    longShare: lengths.filter((length) => length > 20).length / sentenceCount,
  }
}

/** Syllables of an English word by its vowel groups; a number counts as one. */
export function countSyllables(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  if (letters.length <= 3) return 1
  const spoken = letters.replace(/(?<![sxzcg]|[cs]h)es$|(?<![td])ed$|(?<![^aeiouy]l)e$/, '')
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 1)
}
