import { findTooth } from '../../../contract/teeth.ts'
import type { LexiconMatch } from './note-lexicon.ts'
import { jawOf, sideOf, type ToothGroup } from './note-teeth.ts'
import type { Span } from './note-tokens.ts'

/** Two things in a note that cannot both be meant; somebody has to say which. */
export type Conflict = { spans: Span[]; message: string } & (
  | { about: 'teeth'; teeth: [string, string] }
  | { about: 'side'; tooth: string; side: string }
  | { about: 'factor'; factor: string }
)

const textOf = (text: string, { from, to }: Span) => text.slice(from, to)
const isSamePosition = (one: string, other: string) =>
  one !== other && one[1] === other[1] && Number(one[0]) > 4 === Number(other[0]) > 4

/** The same tooth of another side, once in digits and once by its side: 'UL6 … tooth 16'. */
export function toothConflicts(groups: readonly ToothGroup[], text: string): Conflict[] {
  const bySide = groups.filter(({ notation }) => notation === 'side')
  const byDigits = groups.filter(({ notation }) => notation === 'digits')
  const all = (some: readonly ToothGroup[]) => new Set(some.flatMap(({ teeth }) => teeth))
  const conflicts = new Map<string, Conflict>()
  for (const one of bySide)
    for (const other of byDigits)
      for (const first of one.teeth)
        for (const second of other.teeth) {
          if (!isSamePosition(first, second) || all(byDigits).has(first) || all(bySide).has(second)) continue
          const differ = sideOf(first) === sideOf(second) ? 'in different jaws' : 'on different sides'
          const message = `${textOf(text, one)} and ${textOf(text, other)} are ${differ}. Choose which is correct.`
          const teeth = [first, second].sort() as [string, string]
          conflicts.set(teeth.join(' '), { about: 'teeth', teeth, spans: [one, other].map(spanOf), message })
        }
  return [...conflicts.values()]
}

const spanOf = ({ from, to }: Span): Span => ({ from, to })

/** A side or jaw in words that none of the teeth has: 'RCT 46, pain lower left'. */
export function sideConflicts(groups: readonly ToothGroup[], found: readonly LexiconMatch[]): Conflict[] {
  const teeth = groups.flatMap((group) => group.teeth)
  const [tooth] = teeth
  if (tooth === undefined) return []
  const conflicts = new Map<string, Conflict>()
  for (const { meanings, from, to, words } of found)
    for (const meaning of meanings) {
      if (meaning.kind !== 'side') continue
      const { side } = meaning
      if (teeth.some((fdi) => sideOf(fdi) === side || jawOf(fdi) === side)) continue
      const group = groups[0]!
      const name = findTooth(tooth)?.name ?? tooth
      const message = `The note says '${words}', but ${name} (${tooth}) is ${side === 'left' || side === 'right' ? sideOf(tooth) : jawOf(tooth)}. Choose which is correct.`
      conflicts.set(side, { about: 'side', tooth, side, spans: [spanOf(group), { from, to }], message })
    }
  return [...conflicts.values()]
}
