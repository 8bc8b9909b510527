/**
 * What the band or figure of a risk rests on: a finding of a published source, or professional opinion. Import-free, so
 * that browsers may use it as a value.
 */

/** How sure a finding is, by the idea of GRADE. */
export const certainties = ['high', 'moderate', 'low', 'opinion'] as const
export type Certainty = (typeof certainties)[number]

/** What a rate counts. */
export const countedUnits = [
  'patient',
  'tooth',
  'implant',
  'treatment',
  'injection',
  'restoration',
  'study',
] as const
export type CountedUnit = (typeof countedUnits)[number]

export type RiskBasis = {
  certainty: Certainty
  /** Author and year; absent where no published source was found. */
  citation?: string | undefined
  url?: string | undefined
  /** The lowest and the highest rate in 100 that the source gives. */
  in100?: [number, number] | undefined
  per?: CountedUnit | undefined
  within?: string | undefined
  /** The day on which a published figure was last looked for in vain. */
  searchedOn?: string | undefined
}

/** 'Kang et al. 2020': who wrote it, up to the first comma of the reference, and when. */
export function citationOf({ reference, year }: { reference: string; year: number }): string {
  const [author = ''] = reference.split(/[,;]/, 1)
  return author.includes(String(year)) ? author.trim() : `${author.trim()} ${year}`
}

const studyDepths = ['well studied', 'few studies'] as const
export type StudyDepth = (typeof studyDepths)[number]

/** In the two steps that patients are told; null where no study was graded. */
function studyDepthOf(basis: RiskBasis | undefined): StudyDepth | null {
  if (!basis || basis.certainty === 'opinion') return null
  return basis.certainty === 'low' ? 'few studies' : 'well studied'
}

/** Risks by how well they are studied; those of which no study was graded are in none. */
export const groupByStudyDepth = <Risk extends { basis?: RiskBasis | undefined }>(
  risks: readonly Risk[],
): { depth: StudyDepth; risks: Risk[] }[] =>
  studyDepths
    .map((depth) => ({ depth, risks: risks.filter(({ basis }) => studyDepthOf(basis) === depth) }))
    .filter((group) => group.risks.length > 0)

/** In 100 a smaller rate would be all noughts. */
const smallRate_in100 = 0.1
const units: Record<CountedUnit, string> = {
  ...{ patient: 'patients', tooth: 'teeth', implant: 'implants', treatment: 'treatments' },
  ...{ injection: 'injections', restoration: 'restorations', study: 'studies' },
}
const certaintyWords: Record<Certainty, string> = {
  ...{ high: 'high certainty', moderate: 'moderate certainty', low: 'low certainty' },
  opinion: 'expert opinion',
}

/** '0.28 in 100 teeth', '2 to 5 in 100 patients, after six months'. */
function rateText({ in100, per, within }: RiskBasis): string {
  if (!in100) return within ?? ''
  const of = in100[1] < smallRate_in100 ? 100_000 : 100
  const number = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 })
  const [low, high] = in100.map((rate) => number.format((rate * of) / 100))
  const rate = `${low === high ? low : `${low} to ${high}`} in ${number.format(of)}`
  return [`${rate}${per ? ` ${units[per]}` : ''}`, within].filter(Boolean).join(', ')
}

/** What a risk rests on behind the name of its source: 'moderate certainty · 0.28 in 100 teeth'. */
export const describeBasis = (basis: RiskBasis): string =>
  [certaintyWords[basis.certainty], rateText(basis)].filter(Boolean).join(' · ')
