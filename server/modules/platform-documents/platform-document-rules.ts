import type { PlatformDocumentKind } from '../../../contract/platform-documents.ts'

export type PublishedVersion = {
  kind: PlatformDocumentKind
  number: number
  needsAcceptance: boolean
  asksAgain: boolean
}

/** The newest version of each document. */
export const currentOf = <V extends PublishedVersion>(published: readonly V[]): V[] =>
  [...Map.groupBy(published, ({ kind }) => kind).values()].map((versions) =>
    versions.reduce((one, other) => (other.number > one.number ? other : one)),
  )

/** The earliest version whose acceptance still holds for the newest: the last one that asked everybody again. */
function holdsFrom(published: readonly PublishedVersion[], { kind }: PublishedVersion): number {
  const own = published.filter((version) => version.kind === kind)
  const asking = own.filter(({ asksAgain }) => asksAgain).map(({ number }) => number)
  return asking.length > 0 ? Math.max(...asking) : Math.min(...own.map(({ number }) => number))
}

/** Whether a practice that accepted these versions of a document has to accept its newest. */
export function acceptanceOf(
  current: PublishedVersion,
  published: readonly PublishedVersion[],
  acceptedNumbers: readonly number[],
): 'not-needed' | 'accepted' | 'waiting' {
  if (!current.needsAcceptance) return 'not-needed'
  const from = holdsFrom(published, current)
  return acceptedNumbers.some((number) => number >= from) ? 'accepted' : 'waiting'
}
