import healthWords from '../../../build/content/health-words.json' with { type: 'json' }
import { findHealthWords } from '../../../wording/health-words.ts'

export type CodeWordProblem = 'code-word-on-health' | 'code-word-names-somebody'

const plainWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)

/** Words that a name shares with half the language: a practice called 'The Harbour' may still say 'the heron'. */
const commonWords = new Set(['and', 'for', 'the', 'dental', 'practice', 'clinic'])

/**
 * Why a code word cannot be used: it tells whoever sees a message something about the patient's health, or whoever
 * looks up the practice can guess it. `names` are those of the practice and its people.
 */
export function findCodeWordProblem(codeWord: string, names: readonly string[]): CodeWordProblem | null {
  if (findHealthWords(codeWord, healthWords).length > 0) return 'code-word-on-health'
  const known = new Set(names.flatMap(plainWords).filter((word) => !commonWords.has(word)))
  return plainWords(codeWord).some((word) => known.has(word)) ? 'code-word-names-somebody' : null
}
