import { formatToothCode, findTooth, type Tooth, type ToothNotation } from '../../../contract/teeth.ts'

/** 'lower right first molar (46, LR6)': as the practice names teeth first, the other ways after it. */
export const toothFullName = (notation: ToothNotation, { name, fdi, palmer }: Tooth): string =>
  ({
    names: `${name} (${fdi}, ${palmer})`,
    palmer: `${palmer} (${fdi}, ${name})`,
    fdi: `${fdi} (${palmer}, ${name})`,
  })[notation]

/** For a list: 'Lower right 6' for one tooth in words, else codes as the practice writes them. */
export function teethInBrief(notation: ToothNotation, codes: readonly string[]): string {
  const [first, ...others] = codes.flatMap((fdi) => findTooth(fdi) ?? [])
  if (!first) return ''
  if (others.length > 0)
    return `Teeth ${[first, ...others].map(({ fdi }) => formatToothCode(notation, fdi)).join(', ')}`
  if (notation !== 'names') return `Tooth ${formatToothCode(notation, first.fdi)}`
  const side = `${first.arch} ${first.side}`
  return `${side[0]?.toUpperCase()}${side.slice(1)} ${first.palmer.slice(2)}`
}

/** The sides of the patient that teeth stand on. */
export const sidesOf = (codes: readonly string[]) => [
  ...new Set(codes.flatMap((fdi) => findTooth(fdi)?.side ?? [])),
]
