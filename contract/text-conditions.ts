import type { Nation } from './retention-rules.ts'
import type { Tooth } from './teeth.ts'

/**
 * Wording that not every patient reads. `{{onlyUpper}}` in a paragraph or a point of a list holds for what follows it
 * there, up to the next such mark or the end. Import-free, so that browsers may use it as a value.
 */

/** For whom a text is made out. */
export type Reader = {
  /** All teeth that a treatment may be about; where no place is named, every tooth there is. */
  teeth: readonly Tooth[]
  /** Whole years. */
  age: number
  nation: Nation
}

type TextCondition = { label: string; holds: (reader: Reader) => boolean }

const last_front_tooth = 3
const wisdom_tooth = 8
const position = ({ fdi }: Tooth): number => Number(fdi.at(-1))
const isFront = (tooth: Tooth): boolean => position(tooth) <= last_front_tooth
const isWisdom = (tooth: Tooth): boolean => position(tooth) === wisdom_tooth

const aboutTooth = (label: string, is: (tooth: Tooth) => boolean): TextCondition => ({
  label,
  holds: ({ teeth }) => teeth.some(is),
})
const inNations = (label: string, ...names: Nation[]): TextCondition => ({
  label,
  holds: ({ nation }) => names.includes(nation),
})

const conditions = {
  onlyUpper: aboutTooth('Upper teeth only', ({ arch }) => arch === 'upper'),
  onlyLower: aboutTooth('Lower teeth only', ({ arch }) => arch === 'lower'),
  onlyUpperBack: aboutTooth('Upper back teeth only', (tooth) => tooth.arch === 'upper' && !isFront(tooth)),
  onlyLowerBack: aboutTooth('Lower back teeth only', (tooth) => tooth.arch === 'lower' && !isFront(tooth)),
  onlyUpperFront: aboutTooth('Upper front teeth only', (tooth) => tooth.arch === 'upper' && isFront(tooth)),
  onlyLowerFront: aboutTooth('Lower front teeth only', (tooth) => tooth.arch === 'lower' && isFront(tooth)),
  onlyUpperWisdom: aboutTooth(
    'Upper wisdom teeth only',
    (tooth) => tooth.arch === 'upper' && isWisdom(tooth),
  ),
  onlyLowerWisdom: aboutTooth(
    'Lower wisdom teeth only',
    (tooth) => tooth.arch === 'lower' && isWisdom(tooth),
  ),
  onlyRight: aboutTooth('Right side only', ({ side }) => side === 'right'),
  onlyLeft: aboutTooth('Left side only', ({ side }) => side === 'left'),
  onlyAdultTooth: aboutTooth('Adult teeth only', ({ baby }) => !baby),
  onlyBabyTooth: aboutTooth('Baby teeth only', ({ baby }) => baby),
  onlyUnder16: { label: 'Under 16 only', holds: ({ age }: Reader) => age < 16 },
  onlyFrom16: { label: 'From 16 years only', holds: ({ age }: Reader) => age >= 16 },
  onlyEngland: inNations('England only', 'england'),
  onlyWales: inNations('Wales only', 'wales'),
  onlyScotland: inNations('Scotland only', 'scotland'),
  onlyNorthernIreland: inNations('Northern Ireland only', 'northern-ireland'),
  onlyGreatBritain: inNations('England, Scotland and Wales only', 'england', 'scotland', 'wales'),
} satisfies Record<string, TextCondition>

type ConditionName = keyof typeof conditions
const isConditionName = (name: string): name is ConditionName => Object.hasOwn(conditions, name)

export const textConditions: readonly { name: string; label: string }[] = Object.entries(conditions).map(
  ([name, { label }]) => ({ name, label }),
)

/** Whether what is said under this condition is said to this reader; what has none, and one we do not know, is. */
export const appliesTo = (condition: string | undefined, reader: Reader): boolean =>
  condition === undefined || !isConditionName(condition) || conditions[condition].holds(reader)

const mark = /^\{\{(only\w+)\}\}\s*$/
const pieces = /(<[^>]*>|\{\{only\w+\}\}\s*)/
const block = /^<(\/?)(?:p|li|ul|ol|h3|h4)>$/

/** Wording as this reader has it: what is not said to them is left out, with the lists and headings it leaves empty. */
export function wordingFor(html: string, reader: Reader): string {
  if (!html.includes('{{only')) return html
  // What held around each block that is open.
  const around: boolean[] = []
  let isSaid = true
  let said = ''
  for (const piece of html.split(pieces)) {
    const [, condition] = mark.exec(piece) ?? []
    const [tag, isEnd] = block.exec(piece) ?? []
    if (condition && isConditionName(condition))
      isSaid = (around.at(-1) ?? true) && appliesTo(condition, reader)
    else if (tag === undefined) said += isSaid || isMarkup(piece) ? piece : ''
    else {
      said += tag
      if (isEnd) isSaid = around.pop() ?? true
      else around.push(isSaid)
    }
  }
  return withoutEmpty(said)
}

/** Emphasis may begin before a mark and end behind it, so its tags stay until it is empty. */
const isMarkup = (piece: string): boolean => piece.startsWith('<') && !piece.startsWith('<br')

const emptyElement = /<(p|li|ul|ol|h3|h4|strong|em|u|a)(?: [^>]*)?>\s*<\/\1>\n?/g
const headingOfNothing = /<h3>(?:(?!<\/h3>)[^])*<\/h3>\s*(?=<h3>|$)/g

function withoutEmpty(html: string): string {
  const less = html.replaceAll(emptyElement, '').replaceAll(/[^\S\n]+(?=<\/(?:p|li)>)/g, '')
  return less === html ? html.replaceAll(headingOfNothing, '').trimEnd() : withoutEmpty(less)
}
