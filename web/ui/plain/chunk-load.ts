import { chunk_load_seconds_max } from '../../../contract/limits.ts'
import { isConnected, untilConnected as waitForConnection } from './connection.ts'
import { reloadOnce } from './reload-guard.ts'

/** A script of the page did not arrive. What helps is to load the page again. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

/** What stands round a script that is loaded: the network, and the one reload that a tab may make by itself. */
type ChunkEnvironment = {
  isConnected(): Promise<boolean>
  waitForConnection(): Promise<void>
  /** Loads a page anew and is true, or is false where that has been done for this release. */
  reloadOnce(address: string): boolean
}
const browserEnvironment: ChunkEnvironment = { isConnected, waitForConnection, reloadOnce }

/**
 * What a dynamic import gives. Without a connection it waits for one and tries again. With one, a script that fails is
 * most often one of a release that is gone: the page is loaded anew, once for each release and tab, and `addressOf`
 * says which. Where that did not help, and where a script takes longer than it may, it throws a `ChunkLoadError`.
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  addressOf: () => string = () => location.href,
  tab: ChunkEnvironment = browserEnvironment,
): Promise<T> {
  for (;;) {
    try {
      return await withTimeout(load)
    } catch (error) {
      // Too late, or of a script in this one, which has been through the same.
      if (error instanceof ChunkLoadError) throw error
      if (!(await tab.isConnected())) {
        await tab.waitForConnection()
        continue
      }
      // Nothing more is drawn of a page that is about to go.
      if (tab.reloadOnce(addressOf())) return new Promise<never>(() => {})
      throw toChunkLoadError(error)
    }
  }
}

/** The same for what can be done without: it is tried once, and nothing is loaded anew for it. */
export async function loadChunkOnce<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(load)
  } catch (error) {
    throw error instanceof ChunkLoadError ? error : toChunkLoadError(error)
  }
}

function toChunkLoadError(error: unknown): ChunkLoadError {
  const reason = error instanceof Error ? `: ${error.message}` : ''
  return new ChunkLoadError(`A part of the application could not be loaded${reason}`, { cause: error })
}

async function withTimeout<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `A part of the application did not arrive within ${chunk_load_seconds_max} seconds.`
    timer = setTimeout(() => reject(new ChunkLoadError(message)), chunk_load_seconds_max * 1000)
  })
  try {
    return await Promise.race([load(), late])
  } finally {
    clearTimeout(timer)
  }
}
