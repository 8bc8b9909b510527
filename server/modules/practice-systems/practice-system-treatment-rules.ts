import { foldName } from '../../../wording/name-folding.ts'

/** Words as they are looked up: without case and accents, with single blanks. */
export const wordsOf = (text: string): string => foldName(text).replaceAll(/\s+/g, ' ').trim().slice(0, 200)

/** What everything is called, and therefore nothing. */
const commonWords = new Set([
  'and',
  'the',
  'of',
  'for',
  'with',
  'treatment',
  'dental',
  'tooth',
  'teeth',
  'nhs',
  'private',
])

/** Words written short in a diary. */
const shortForms: Record<string, string> = {
  rct: 'root canal',
  xla: 'extraction',
  ext: 'extraction',
  exts: 'extraction',
  fill: 'filling',
  comp: 'composite',
  amal: 'amalgam',
  crn: 'crown',
  ortho: 'orthodontic',
  perio: 'periodontal',
  endo: 'root canal',
  rpd: 'partial denture',
}

const stem = (word: string): string => word.replace(/(ings?|s)$/, '')

const meaningful = (text: string): Set<string> =>
  new Set(
    wordsOf(text)
      .split(/[^\p{L}\p{N}]+/u)
      .flatMap((word) => (shortForms[word] ?? word).split(' '))
      .filter((word) => word.length > 2 && !commonWords.has(word))
      .map(stem),
  )

const proposals_max = 3

type Named = { id: string; name: string }

/**
 * Templates that a treatment may mean: the one that has its very name, else those that share most of its words. Only
 * proposed; somebody confirms.
 */
export function proposeTemplates<T extends Named>(
  { name, code }: { name: string; code: string },
  templates: readonly T[],
): T[] {
  const exact = templates.filter((template) =>
    [wordsOf(name), wordsOf(code)].includes(wordsOf(template.name)),
  )
  if (exact.length > 0) return exact.slice(0, proposals_max)
  const sought = meaningful(name)
  if (sought.size === 0) return []
  const scored = templates.map((template) => {
    const words = meaningful(template.name)
    const shared = [...sought].filter((word) => words.has(word)).length
    return { template, score: shared / (sought.size + words.size - shared) }
  })
  return scored
    .filter(({ score }) => score >= 0.25)
    .toSorted((one, other) => other.score - one.score || one.template.name.localeCompare(other.template.name))
    .slice(0, proposals_max)
    .map(({ template }) => template)
}
