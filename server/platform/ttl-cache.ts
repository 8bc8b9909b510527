import type { Clock } from './clock.ts'

/**
 * Remembers an answer for a few seconds, so that what every request asks costs one query now and then. Those who ask
 * while it is being fetched share the answer; one that failed is asked for again.
 */
export function cacheWithTtl<T>(fetch: () => Promise<T>, seconds: number, clock: Clock): () => Promise<T> {
  let kept: { answer: Promise<T>; until_ms: number } | undefined
  return () => {
    const now_ms = clock.now().getTime()
    if (kept && now_ms < kept.until_ms) return kept.answer
    const answer = fetch()
    kept = { answer, until_ms: now_ms + seconds * 1000 }
    const asked = kept
    answer.catch(() => {
      if (kept === asked) kept = undefined
    })
    return answer
  }
}
