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
