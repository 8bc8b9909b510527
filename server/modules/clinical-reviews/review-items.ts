import type { ClinicalReviewItem, OutdatedSource } from '../../../contract/clinical-reviews.ts'
import { describeBasis } from '../../../contract/risk-basis.ts'
import type { Wording } from '../templates/index.ts'

/** What a reviewer is asked, before anybody has answered. */
export type ReviewItem = Omit<ClinicalReviewItem, 'answers'>

/** What a reviewer is asked about the text as a whole; the order is that of the items `S1` and so on. */
const statements = [
  'The description, the benefits and the alternatives are accurate for dental care in the United Kingdom.',
  'No material risk is missing, and none is overstated.',
  'The serious risks are marked as serious.',
  'The cautions for the clinician are right and complete.',
  'The aftercare advice, its time limits and when to call for help are safe.',
  'A patient without dental knowledge can understand the wording.',
]

const withoutRisk = { band: null, isSerious: false, basis: null, url: null }

/** Every item of a version's pack: its risks, its other claims, and what holds for the whole text. */
export function reviewItemsOf(
  { risks, evidence }: Pick<Wording, 'risks' | 'evidence'>,
  outdatedSources: readonly OutdatedSource[],
): ReviewItem[] {
  const stateOf = (source: string) =>
    outdatedSources.find(({ reference }) => reference === source)?.state ?? null
  return [
    ...risks.map(({ label, band, serious, source, basis }, index) => ({
      ...{ item: `R${index + 1}`, kind: 'risk' as const, text: label, band, isSerious: serious },
      source: source || null,
      basis: basis ? describeBasis(basis) : null,
      url: basis?.url ?? null,
      outdated: stateOf(source),
    })),
    ...evidence.map(({ claim, source }, index) => ({
      ...{ item: `C${index + 1}`, kind: 'claim' as const, text: claim, ...withoutRisk },
      source: source || null,
      outdated: stateOf(source),
    })),
    ...statements.map((text, index) => ({
      ...{ item: `S${index + 1}`, kind: 'statement' as const, text, ...withoutRisk },
      ...{ source: null, outdated: null },
    })),
  ]
}
