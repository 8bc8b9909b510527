/**
 * Which groups are not told of, by how many people stand behind each: those that are smaller than `min`, and as many of
 * the next smallest that whoever takes what is told from the total learns nothing of fewer than `min` people, nor of one
 * group. A group of nobody tells of nobody.
 */
export function findSuppressed(sizes: readonly number[], min: number): boolean[] {
  const hidden = sizes.map((size) => size > 0 && size < min)
  const sizesOf = () => sizes.filter((_, at) => hidden[at])
  const isTold = () => sizesOf().length === 1 || sizesOf().reduce((sum, size) => sum + size, 0) < min
  while (hidden.includes(true) && isTold()) {
    const [next] = sizes
      .map((size, at) => ({ size, at }))
      .filter(({ size, at }) => size > 0 && !hidden[at])
      .toSorted((one, other) => one.size - other.size)
    if (!next) break
    hidden[next.at] = true
  }
  return hidden
}

/** What is told of a group of so many: nothing of a small one. */
export const unlessSuppressed = <T>(size: number, min: number, figures: () => T): T | null =>
  size < min ? null : figures()

type Group<T> = { key: string; name: string; size: number; figures: T }
export type PublishedGroup<T> = { key: string; name: string; figures: T | null; hiddenReason: string }

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)

/** More names than these say less than that there are others. */
const named_max = 2

/** Why a group has no figures: it is small itself, or is hidden so that a smaller one cannot be worked out from it. */
function hiddenReasonOf(size: number, small: readonly string[], min: number): string {
  if (size < min) return `Fewer than ${min}`
  const others = small.length > named_max ? 'smaller groups' : small.join(' and ')
  return `Hidden so that ${others} cannot be worked out`
}

/** Groups as they may be told, in their order; those without figures behind them by name, so that no place tells a size. */
export function suppressSmallGroups<T>(
  groups: readonly Group<T>[],
  min: number,
  { isWhole = true, nameOf = (name: string) => name } = {},
): PublishedGroup<T>[] {
  const sizes = groups.map(({ size }) => size)
  // Where groups overlap, what is hidden does not follow from the others.
  const hidden = isWhole ? findSuppressed(sizes, min) : sizes.map((size) => size < min)
  const small = groups
    .flatMap(({ name, size }, at) => (hidden[at] && size < min ? name : []))
    .toSorted()
    .map(nameOf)
  const published = groups.map(({ key, name, size, figures }, at) => ({
    key,
    name,
    figures: hidden[at] ? null : figures,
    hiddenReason: hidden[at] ? hiddenReasonOf(size, small, min) : '',
  }))
  return [
    ...published.filter(({ figures }) => figures !== null),
    ...published.filter(({ figures }) => figures === null).toSorted(byName),
  ]
}
