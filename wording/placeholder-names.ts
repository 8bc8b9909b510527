import { knownPlaceholders } from './word-lists.ts'

const edit_distance_max = 2

/** The placeholder that somebody must have meant: other capitals, spaces or hyphens, or a slip or two. Else empty. */
export function nearestPlaceholder(name: string): string {
  const wanted = normalizePlaceholderName(name)
  const [nearest] = [...knownPlaceholders]
    .map((known) => ({ known, slips: editDistance(wanted, normalizePlaceholderName(known)) }))
    .sort((one, other) => one.slips - other.slips)
  return nearest && nearest.slips <= edit_distance_max && nearest.slips < wanted.length / 2
    ? nearest.known
    : ''
}

/** No placeholder is longer, so the rest of a longer name counts for nothing. */
const normalizePlaceholderName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 40)

/** How many letters must be put in, left out or changed to make one word of the other. */
function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1]
    for (const [at, otherLetter] of [...other].entries()) {
      const changed = (above[at] ?? 0) + (letter === otherLetter ? 0 : 1)
      line.push(Math.min(changed, (above[at + 1] ?? 0) + 1, (line[at] ?? 0) + 1))
    }
    above = line
  }
  return above[other.length] ?? 0
}
