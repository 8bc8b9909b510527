import { Suspense, useState, type ReactNode } from 'react'
import { useLatest } from '../../ui/use-latest.ts'
import type { Problem } from '../../ui/use-task.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import type { TemplateVersionText } from './template-operations.ts'

/** Few compare versions, so what finds the words that differ is fetched when somebody does. */
const VersionDifferences = lazyPart(async () => ({
  default: (await import('./version-differences.tsx')).VersionDifferences,
}))

type Pair = { older: TemplateVersionText; newer: TemplateVersionText }

type VersionComparisonState = {
  compare: (ids: [string, string]) => void
  busy: boolean
  problem: Problem | null
  /** The words in which they differ, once they are there. */
  differences: ReactNode
}

/** Two versions of a template side by side. */
export function useVersionComparison(
  load: (versionId: string) => Promise<TemplateVersionText>,
): VersionComparisonState {
  const [pair, setPair] = useState<Pair>()
  const { ask, busy, problem } = useLatest(loadPair, setPair)

  async function loadPair(ids: [string, string]): Promise<Pair> {
    const [older, newer] = (await Promise.all(ids.map(load))).toSorted((a, b) => a.number - b.number)
    return { older: older!, newer: newer! }
  }
  const differences = pair && (
    <Suspense>
      <VersionDifferences key={`${pair.older.id} ${pair.newer.id}`} {...pair} />
    </Suspense>
  )
  return { compare: (ids) => void ask(ids), busy, problem, differences }
}
