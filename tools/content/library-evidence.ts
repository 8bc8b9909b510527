import { certainties } from '../../contract/risk-basis.ts'
import { generalKnowledgeSource } from '../../contract/risk-figures.ts'
import { signatureOf } from './clinical-review-loader.ts'
import type {
  EvidenceCounts,
  LibraryClinicalReview,
  LibraryEvidence,
  LibraryTemplate,
} from './library-types.ts'
import type { Sources } from './source-loader.ts'

/** What issues of the product call for; nobody has read a source for either. */
export const requirementSource = 'Product wording requirement'
const isRead = (source: string) => source !== generalKnowledgeSource && source !== requirementSource

type Rested = Pick<LibraryTemplate, 'risks' | 'evidence'>

/** The references that a template rests on, each once. */
const referencesOf = ({ risks, evidence }: Rested): string[] => [
  ...new Set([...risks, ...evidence].map(({ source }) => source).filter(isRead)),
]

/** How many risks of these templates rest on what. */
export function countEvidence(templates: readonly Rested[]): EvidenceCounts {
  const risks = templates.flatMap((template) => template.risks)
  const sourced = risks.filter(({ source }) => isRead(source))
  const grades = [...certainties, 'ungraded'] as const
  return {
    risks: risks.length,
    sourced: sourced.length,
    serious: risks.filter(({ serious }) => serious).length,
    seriousSourced: sourced.filter(({ serious }) => serious).length,
    figures: risks.filter(({ figure }) => figure).length,
    sources: new Set(templates.flatMap(referencesOf)).size,
    searched: risks.filter(({ basis }) => basis?.searchedOn).length,
    certainty: Object.fromEntries(
      grades.map((grade) => [
        grade,
        risks.filter(({ basis }) => (basis?.certainty ?? 'ungraded') === grade).length,
      ]),
    ) as EvidenceCounts['certainty'],
  }
}

/** What the whole library rests on, with every source that it names. */
export function summariseEvidence(
  templates: readonly LibraryTemplate[],
  sources: Sources,
  reviews: readonly LibraryClinicalReview[],
): LibraryEvidence {
  const uses = Map.groupBy(templates.flatMap(referencesOf), (reference) => reference)
  const named = [...sources.values()]
    .filter(({ reference }) => uses.has(reference))
    .toSorted((one, other) => one.reference.localeCompare(other.reference, 'en-GB'))
    .map((source) => ({ ...source, templates: uses.get(source.reference)!.length }))
  const days = named.flatMap(({ published }) => published?.checkedOn ?? []).toSorted()
  return {
    ...countEvidence(templates),
    templates: templates.length,
    awaitingReview: templates.filter((template) => !signatureOf(template, reviews)).length,
    checkedOn: days.at(-1) ?? null,
    published: named.flatMap(({ reference, published, templates: count }) =>
      published
        ? [
            {
              reference,
              setting: published.setting,
              url: published.url,
              read: published.read,
              templates: count,
            },
          ]
        : [],
    ),
    other: named.flatMap(({ reference, published, templates: count }) =>
      published ? [] : [{ reference, templates: count }],
    ),
  }
}
