import { type Finding, type LintedSection, warning } from './linted-template.ts'
import { plainText, words } from './plain-text.ts'

const run_words = 5
const share_max = 0.7

export type OwnWording = { id: string; ownSections: readonly LintedSection[] }

/** Warns of sections that mostly repeat another template's, shared blocks left out (check 19). */
export function nearCopies(templates: readonly OwnWording[]): (Finding & { id: string })[] {
  const sections = templates.flatMap(({ id, ownSections }) =>
    ownSections.map(({ title, html }) => ({ id, title, runs: wordRuns(plainText(html)) })),
  )
  return sections.flatMap((section, index) =>
    sections.slice(0, index).flatMap((other) => {
      const share = other.id === section.id ? 0 : repeatedShare(section.runs, other.runs)
      if (share <= share_max) return []
      const message = `${Math.round(share * 100)} % of it stands in ${other.id}, ${other.title}`
      return [{ id: section.id, check: 19, ...warning(section.title, message) }]
    }),
  )
}

/** How much of the shorter text's runs of five words the other one holds, 0 to 1. */
export function repeatedShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one]
  if (small.size === 0) return 0
  return [...small].filter((run) => large.has(run)).length / small.size
}

/** Every run of five words in a text. */
export function wordRuns(text: string): Set<string> {
  const all = words(text.toLowerCase()).map((word) => word.replace(/[^a-z0-9]/g, ''))
  return new Set(
    all
      .slice(0, Math.max(0, all.length - run_words + 1))
      .map((_word, at) => all.slice(at, at + run_words).join(' ')),
  )
}
