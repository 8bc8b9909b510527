import { type Finding, type LintedSection, warningRemark } from './linted-template.ts'
import { plainText, splitWords } from './plain-text.ts'

const shingle_words = 5
const share_max = 0.7

export type OwnWording = { id: string; ownSections: readonly LintedSection[] }

/** Warns of sections that mostly repeat another template's, shared blocks left out (check 19). */
export function findNearCopies(templates: readonly OwnWording[]): (Finding & { id: string })[] {
  const sections = templates.flatMap(({ id, ownSections }) =>
    ownSections.map(({ title, html }) => ({ id, title, runs: wordShingles(plainText(html)) })),
  )
  const earlierWith = new Map<string, number[]>()
  return sections.flatMap((section, index) => {
    const repeated = new Map<number, number>()
    for (const run of section.runs) {
      const earlier = earlierWith.get(run)
      for (const at of earlier ?? []) repeated.set(at, (repeated.get(at) ?? 0) + 1)
      if (earlier) earlier.push(index)
      else earlierWith.set(run, [index])
    }
    return [...repeated].flatMap(([at, count]) => {
      const other = sections[at]
      if (!other || other.id === section.id) return []
      const share = count / Math.min(section.runs.size, other.runs.size)
      if (share <= share_max) return []
      const message = `${Math.round(share * 100)}% of it stands in ${other.id}, ${other.title}`
      return [{ id: section.id, check: 19, ...warningRemark(section.title, message) }]
    })
  })
}

/** Every run of five words in a text. */
function wordShingles(text: string): Set<string> {
  const all = splitWords(text.toLowerCase()).map((word) => word.replace(/[^a-z0-9]/g, ''))
  return new Set(
    all
      .slice(0, Math.max(0, all.length - shingle_words + 1))
      .map((_word, at) => all.slice(at, at + shingle_words).join(' ')),
  )
}
