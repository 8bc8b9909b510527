import type { ShorthandArea } from '../../../build/content/types.d.ts'
import type { LexiconMatch } from './note-lexicon.ts'
import type { ToothGroup } from './note-teeth.ts'
import type { Span } from './note-tokens.ts'

/** Somewhere in the mouth that a note names: teeth, or an area. */
export type Place = Span & { teeth: string[]; area: ShorthandArea | null; clause: number }

/** Something that is done or found at a place. */
type LocatedSpan = Span & { clause: number }

const joinPattern = /^[\s,&+/()]*(?:and)?[\s,&+/()]*$/i

/**
 * The places of a note in their order. Teeth that follow one another are one place, unless what is before them and what
 * is behind are each something of their own: 'XLA 36, 46 RCT'.
 */
export function placesOf(
  groups: readonly ToothGroup[],
  found: readonly LexiconMatch[],
  {
    text,
    clauseAt,
    treatments,
  }: { text: string; clauseAt(at: number): number; treatments: readonly LocatedSpan[] },
): Place[] {
  const places: Place[] = []
  const hasTreatment = (clause: number) => treatments.some((one) => one.clause === clause)
  for (const { teeth, from, to } of groups) {
    const last = places.at(-1)
    const clause = clauseAt(from)
    const isNext = last !== undefined && joinPattern.test(text.slice(last.to, from))
    const isOwn =
      last !== undefined && clause !== last.clause && hasTreatment(clause) && hasTreatment(last.clause)
    if (last && isNext && !isOwn) {
      last.teeth = [...new Set([...last.teeth, ...teeth])]
      last.to = to
    } else places.push({ teeth: [...teeth], area: null, from, to, clause })
  }
  for (const { meanings, from, to, clause } of found)
    for (const meaning of meanings)
      if (meaning.kind === 'area') places.push({ teeth: [], area: meaning.area, from, to, clause })
  return places.sort((one, other) => one.from - other.from)
}

/**
 * The place of something: where its part of the sentence begins with a treatment, the place behind it, else the one
 * before; where the part names none, the tooth named last, or if none was yet, the first that will be.
 */
export function placeOf(
  item: LocatedSpan,
  mode: 'tooth' | 'own' | 'none',
  { places, treatments }: { places: readonly Place[]; treatments: readonly LocatedSpan[] },
): Place | null {
  if (mode === 'none') return null
  const here = places.filter(({ clause }) => clause === item.clause)
  if (here.length > 0) {
    const firstDone = treatments.find(({ clause }) => clause === item.clause) ?? item
    const ahead = here.findLast(({ to }) => to <= item.from)
    const after = here.find(({ from }) => from >= item.to)
    return (firstDone.from < here[0]!.from ? (after ?? ahead) : (ahead ?? after)) ?? null
  }
  if (mode === 'own') return null
  const teeth = places.filter((place) => place.teeth.length > 0)
  return teeth.findLast(({ to }) => to <= item.from) ?? teeth.find(({ from }) => from >= item.to) ?? null
}
