/**
 * Teeth by FDI code (ISO 3950), with Palmer text and plain name. Import-free, so that browsers may use it as a value.
 */
const quadrants = {
  1: { palmer: 'UR', name: 'upper right', baby: false },
  2: { palmer: 'UL', name: 'upper left', baby: false },
  3: { palmer: 'LL', name: 'lower left', baby: false },
  4: { palmer: 'LR', name: 'lower right', baby: false },
  5: { palmer: 'UR', name: 'upper right', baby: true },
  6: { palmer: 'UL', name: 'upper left', baby: true },
  7: { palmer: 'LL', name: 'lower left', baby: true },
  8: { palmer: 'LR', name: 'lower right', baby: true },
} as const

const adultNames = [
  'central incisor',
  'lateral incisor',
  'canine',
  'first premolar',
  'second premolar',
  'first molar',
  'second molar',
  'third molar (wisdom)',
]
const babyNames = [
  'baby central incisor',
  'baby lateral incisor',
  'baby canine',
  'baby first molar',
  'baby second molar',
]

export type Tooth = {
  fdi: string
  palmer: string
  name: string
  side: 'left' | 'right'
  arch: 'upper' | 'lower'
  baby: boolean
}

function quadrantTeeth(digit: keyof typeof quadrants): Tooth[] {
  const { palmer, name, baby } = quadrants[digit]
  const [arch, side] = name.split(' ') as ['upper' | 'lower', 'left' | 'right']
  return (baby ? babyNames : adultNames).map((tooth, index) => ({
    fdi: `${digit}${index + 1}`,
    palmer: palmer + (baby ? 'ABCDE'[index] : index + 1),
    name: `${name} ${tooth}`,
    side,
    arch,
    baby,
  }))
}

const quadrantFromRight = (digit: keyof typeof quadrants) => quadrantTeeth(digit).reverse()

/** The rows of a chart, drawn as one looks at the patient: the patient's right stands on the left. */
export const toothRows = {
  upper: [...quadrantFromRight(1), ...quadrantTeeth(2)],
  upperBaby: [...quadrantFromRight(5), ...quadrantTeeth(6)],
  lowerBaby: [...quadrantFromRight(8), ...quadrantTeeth(7)],
  lower: [...quadrantFromRight(4), ...quadrantTeeth(3)],
} as const

const teeth: readonly Tooth[] = Object.values(toothRows).flat()
export const toothCodes: readonly string[] = teeth.map((tooth) => tooth.fdi)

/** The tooth of an FDI code, or undefined when there is none such. */
export const findTooth = (fdi: string): Tooth | undefined => teeth.find((tooth) => tooth.fdi === fdi)

/** Parts of the mouth that a treatment may be about in the place of single teeth. */
export const areas = [
  'whole-mouth',
  'upper-arch',
  'lower-arch',
  'upper-right',
  'upper-left',
  'lower-right',
  'lower-left',
] as const
export type Area = (typeof areas)[number]

/** How a practice names teeth to its own people; patients read plain names. */
export const toothNotations = ['fdi', 'palmer', 'names'] as const
export type ToothNotation = (typeof toothNotations)[number]

/** The short code of a tooth as a practice writes it: '46' or 'LR6'. */
export const formatToothCode = (notation: ToothNotation, fdi: string): string =>
  (notation === 'palmer' && findTooth(fdi)?.palmer) || fdi

const toothTexts: Record<ToothNotation, (tooth: Tooth) => string> = {
  fdi: ({ fdi, palmer }) => `${fdi} (${palmer})`,
  palmer: ({ fdi, palmer }) => `${palmer} (${fdi})`,
  names: ({ fdi, name }) => `${name} (${fdi})`,
}

/** A tooth as a practice names it first, another way behind: 'LR6 (46)'. */
export function toothText(notation: ToothNotation, fdi: string): string {
  const tooth = findTooth(fdi)
  return tooth ? toothTexts[notation](tooth) : `tooth (${fdi})`
}

/** An area in words for a patient. */
export const areaName: Record<Area, string> = {
  'whole-mouth': 'all of the mouth',
  'upper-arch': 'the upper teeth',
  'lower-arch': 'the lower teeth',
  'upper-right': 'the upper right quarter',
  'upper-left': 'the upper left quarter',
  'lower-right': 'the lower right quarter',
  'lower-left': 'the lower left quarter',
}

/**
 * Where a treatment is, in words for a patient: its teeth, else its area; empty where neither is named. Staff read it as
 * their practice names teeth.
 */
export const siteName = (
  codes: readonly string[],
  area: Area | null,
  notation: ToothNotation = 'names',
): string => (codes.length > 0 || area === null ? teethNames(codes, notation) : areaName[area])

/** Several teeth in words for a patient: 'lower right first molar (46) and upper left canine (23)'. */
export const teethNames = (codes: readonly string[], notation: ToothNotation = 'names'): string =>
  formatWordList(codes.map((fdi) => toothText(notation, fdi)))

/** Where a treatment is, for the middle of a sentence: 'the lower right first molar (46) and the upper left canine (23)'. */
export const siteNameWithArticles = ({ teeth: codes, area }: TreatmentSite): string =>
  codes.length > 0
    ? formatWordList(codes.map((fdi) => `the ${toothText('names', fdi)}`))
    : siteName(codes, area)

/** Several words as one enumeration, in English unless told otherwise. */
export const formatWordList = (
  words: readonly string[],
  { comma, and }: { comma: string; and: string } = { comma: ', ', and: ' and ' },
): string => (words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(comma)}${and}${words.at(-1)}`)

/** A tooth in both notations and in words: 'UL6 · 26 · upper left first molar'. */
export const toothLabel = ({ palmer, fdi, name }: Pick<Tooth, 'palmer' | 'fdi' | 'name'>): string =>
  `${palmer} · ${fdi} · ${name}`

/** Where a treatment is planned. */
export type TreatmentSite = { teeth: readonly string[]; area: Area | null }

const isToothInArea = ({ arch, side }: Tooth, area: Area): boolean =>
  area === 'whole-mouth' || area === `${arch}-arch` || area === `${arch}-${side}`

/** Every tooth that a treatment at this place may be about; all there are where none is named. */
export function teethOfSite({ teeth: codes, area }: TreatmentSite): Tooth[] {
  const chosen = codes.flatMap((fdi) => findTooth(fdi) ?? [])
  return chosen.length > 0 ? chosen : teeth.filter((tooth) => area === null || isToothInArea(tooth, area))
}

/** The sides of the mouth that an area is on: both, unless it is a quarter. */
const sidesOfArea = (area: Area): readonly Tooth['side'][] =>
  (['left', 'right'] as const).filter(
    (side) => (!area.endsWith('-right') && !area.endsWith('-left')) || area.endsWith(side),
  )

/**
 * Of these teeth, those that nobody plans to treat, and those on the other side of the mouth than all that is planned:
 * what a wrong side looks like. Where nothing is planned yet, none are.
 */
export function teethOutsidePlan(
  codes: readonly string[],
  planned: readonly TreatmentSite[],
): { unplanned: string[]; otherSide: string[] } {
  const areas = planned.flatMap(({ area }) => area ?? [])
  const chosen = planned.flatMap(({ teeth }) => teeth.flatMap((fdi) => findTooth(fdi) ?? []))
  if (areas.length + chosen.length === 0) return { unplanned: [], otherSide: [] }
  const sides = new Set([...chosen.map(({ side }) => side), ...areas.flatMap(sidesOfArea)])
  const named = [...new Set(codes)].flatMap((fdi) => findTooth(fdi) ?? [])
  const codesOf = (found: Tooth[]) => found.map(({ fdi }) => fdi)
  return {
    unplanned: codesOf(
      named.filter(
        (tooth) =>
          !chosen.some(({ fdi }) => fdi === tooth.fdi) && !areas.some((area) => isToothInArea(tooth, area)),
      ),
    ),
    otherSide: codesOf(named.filter(({ side }) => !sides.has(side))),
  }
}
