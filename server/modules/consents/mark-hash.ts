import { sha256, toCanonicalText } from '../audit/index.ts'

const knownHashes = new WeakMap<object, string>()

/**
 * The hash of what was drawn or typed, point by point: evidence that stands apart from any picture of it. A mark is read
 * or received once and never changed, so that of one that was just hashed it is known.
 */
export function hashMark(mark: object): string {
  const hash = knownHashes.get(mark) ?? sha256(toCanonicalText(mark))
  knownHashes.set(mark, hash)
  return hash
}
