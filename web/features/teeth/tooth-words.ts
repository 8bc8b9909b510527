import { toothOf, type Tooth } from '../../../contract/teeth.ts'

/** 'lower right first molar (46, LR6)': the name first, both notations after it. */
export const toothFullName = ({ name, fdi, palmer }: Tooth) => `${name} (${fdi}, ${palmer})`

/** For a list: 'Lower right 6' for one tooth, its codes for several. */
export function teethInBrief(codes: readonly string[]): string {
  const [first, ...others] = codes.flatMap((fdi) => toothOf(fdi) ?? [])
  if (!first) return ''
  if (others.length > 0) return `Teeth ${[first, ...others].map(({ fdi }) => fdi).join(', ')}`
  const side = `${first.arch} ${first.side}`
  return `${side[0]?.toUpperCase()}${side.slice(1)} ${first.palmer.slice(2)}`
}

/** The sides of the patient that teeth stand on. */
export const sidesOf = (codes: readonly string[]) => [
  ...new Set(codes.flatMap((fdi) => toothOf(fdi)?.side ?? [])),
]
