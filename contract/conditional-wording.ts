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
const toothPosition = ({ fdi }: Tooth): number => Number(fdi.at(-1))
const isFront = (tooth: Tooth): boolean => toothPosition(tooth) <= last_front_tooth
const isWisdom = (tooth: Tooth): boolean => toothPosition(tooth) === wisdom_tooth

const toothCondition = (label: string, is: (tooth: Tooth) => boolean): TextCondition => ({
  label,
  holds: ({ teeth }) => teeth.some(is),
})
const nationCondition = (label: string, ...names: Nation[]): TextCondition => ({
  label,
  holds: ({ nation }) => names.includes(nation),
})

const conditions = {
  onlyUpper: toothCondition('Upper teeth only', ({ arch }) => arch === 'upper'),
  onlyLower: toothCondition('Lower teeth only', ({ arch }) => arch === 'lower'),
  onlyUpperBack: toothCondition(
    'Upper back teeth only',
    (tooth) => tooth.arch === 'upper' && !isFront(tooth),
  ),
  onlyLowerBack: toothCondition(
    'Lower back teeth only',
    (tooth) => tooth.arch === 'lower' && !isFront(tooth),
  ),
  onlyUpperFront: toothCondition(
    'Upper front teeth only',
    (tooth) => tooth.arch === 'upper' && isFront(tooth),
  ),
  onlyLowerFront: toothCondition(
    'Lower front teeth only',
    (tooth) => tooth.arch === 'lower' && isFront(tooth),
  ),
  onlyUpperWisdom: toothCondition(
    'Upper wisdom teeth only',
    (tooth) => tooth.arch === 'upper' && isWisdom(tooth),
  ),
  onlyLowerWisdom: toothCondition(
    'Lower wisdom teeth only',
    (tooth) => tooth.arch === 'lower' && isWisdom(tooth),
  ),
  onlyRight: toothCondition('Right side only', ({ side }) => side === 'right'),
  onlyLeft: toothCondition('Left side only', ({ side }) => side === 'left'),
  onlyAdultTooth: toothCondition('Adult teeth only', ({ baby }) => !baby),
  onlyBabyTooth: toothCondition('Baby teeth only', ({ baby }) => baby),
  onlyUnder16: { label: 'Under 16 only', holds: ({ age }: Reader) => age < 16 },
  onlyFrom16: { label: 'From 16 years only', holds: ({ age }: Reader) => age >= 16 },
  onlyEngland: nationCondition('England only', 'england'),
  onlyWales: nationCondition('Wales only', 'wales'),
  onlyScotland: nationCondition('Scotland only', 'scotland'),
  onlyNorthernIreland: nationCondition('Northern Ireland only', 'northern-ireland'),
  onlyGreatBritain: nationCondition('England, Scotland and Wales only', 'england', 'scotland', 'wales'),
} satisfies Record<string, TextCondition>

type ConditionName = keyof typeof conditions
const isConditionName = (name: string): name is ConditionName => Object.hasOwn(conditions, name)

export const textConditions: readonly { name: string; label: string }[] = Object.entries(conditions).map(
  ([name, { label }]) => ({ name, label }),
)

/** Whether what is said under this condition is said to this reader; what has none, and one we do not know, is. */
export const isConditionMet = (condition: string | undefined, reader: Reader): boolean =>
  condition === undefined || !isConditionName(condition) || conditions[condition].holds(reader)

const conditionDirective = /^\{\{(only\w+)\}\}\s*$/
const htmlTokens = /(<[^>]*>|\{\{only\w+\}\}\s*)/
const blockTag = /^<(\/?)(?:p|li|ul|ol|h3|h4)>$/

/** Wording as this reader has it: what is not said to them is left out, with the lists and headings it leaves empty. */
export function renderWordingFor(html: string, reader: Reader): string {
  if (!html.includes('{{only')) return html
  // What held around each block that is open.
  const around: boolean[] = []
  let isSaid = true
  let said = ''
  for (const piece of html.split(htmlTokens)) {
    const [, condition] = conditionDirective.exec(piece) ?? []
    const [tag, isEnd] = blockTag.exec(piece) ?? []
    if (condition && isConditionName(condition))
      isSaid = (around.at(-1) ?? true) && isConditionMet(condition, reader)
    else if (tag === undefined) said += isSaid || isMarkup(piece) ? piece : ''
    else {
      said += tag
      if (isEnd) isSaid = around.pop() ?? true
      else around.push(isSaid)
    }
  }
  return removeEmptyElements(said)
}

/** Emphasis may begin before a mark and end behind it, so its tags stay until it is empty. */
const isMarkup = (piece: string): boolean => piece.startsWith('<') && !piece.startsWith('<br')

const emptyElement = /<(p|li|ul|ol|h3|h4|strong|em|u|a)(?: [^>]*)?>\s*<\/\1>\n?/g
const emptySectionHeading = /<h3>(?:(?!<\/h3>)[^])*<\/h3>\s*(?=<h3>|$)/g

function removeEmptyElements(html: string): string {
  const less = html.replaceAll(emptyElement, '').replaceAll(/[^\S\n]+(?=<\/(?:p|li)>)/g, '')
  return less === html ? html.replaceAll(emptySectionHeading, '').trimEnd() : removeEmptyElements(less)
}
