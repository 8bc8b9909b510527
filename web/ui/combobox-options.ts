import { useEffect, useRef, useState } from 'react'

/** Finds what matches; throws when it cannot be known. */
export type LoadOptions<Item> = (query: string, signal: AbortSignal) => Promise<readonly Item[]>

type OptionsState<Item> = { state: 'loading' | 'ready' | 'failed'; items: readonly Item[] }

const debounce_ms = 200

/** Options that are looked up while someone types. Only the latest question is ever answered. */
export function useOptions<Item>(load: LoadOptions<Item>) {
  const [found, setFound] = useState<OptionsState<Item>>({ state: 'loading', items: [] })
  const running = useRef<AbortController>(undefined)
  const query = useRef('')
  useEffect(() => () => running.current?.abort(), [])

  async function fetchOptions(text: string, after_ms: number) {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    query.current = text
    setFound(({ items }) => ({ state: 'loading', items }))
    if (after_ms > 0) await new Promise((done) => setTimeout(done, after_ms))
    if (signal.aborted) return
    try {
      const items = await load(text, signal)
      if (!signal.aborted) setFound({ state: 'ready', items })
    } catch {
      if (!signal.aborted) setFound({ state: 'failed', items: [] })
    }
  }
  return {
    ...found,
    /** Looks up at once, as when the list opens. */
    open: () => fetchOptions('', 0),
    type: (text: string) => fetchOptions(text, debounce_ms),
    retry: () => fetchOptions(query.current, 0),
  }
}
