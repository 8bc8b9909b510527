import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { chunk_load_seconds_max } from '../../../contract/limits.ts'

/** A script of the page did not arrive. What helps is to load the page again. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

export const chunkTooLate = () =>
  new ChunkLoadError(`A part of the application did not arrive within ${chunk_load_seconds_max} seconds.`)

/** What a dynamic import gives. Throws a `ChunkLoadError` where that fails, or takes longer than a script may. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(chunkTooLate()), chunk_load_seconds_max * 1000)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error
    const reason = error instanceof Error ? `: ${error.message}` : ''
    throw new ChunkLoadError(`A part of the application could not be loaded${reason}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** A component in a script of its own, which is waited for no longer than a script may take. */
// any: the props are the component's own, whatever they are; React's `lazy` says it the same.
export const lazyPart = <T extends ComponentType<any>>(
  load: () => Promise<{ default: T }>,
): LazyExoticComponent<T> => lazy(() => loadChunk(load))
