import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { Log } from '../platform/database/database.ts'

const retry_ms = 1000
const pause_ms_max = 50

/** Thrown where the next request would be made and somebody has said to stop. */
export class YearStopped extends Error {}

/** Rests twice as long as each request took, so that people come first; longer helps nobody where others keep the machine busy. */
export function pacedHttp(http: App['http'], isStopping: () => boolean): App['http'] {
  let took_ms = 0
  const inject = async (request: object) => {
    await pause(Math.min(2 * took_ms, pause_ms_max))
    if (isStopping()) throw new YearStopped()
    const begun = performance.now()
    const answer = await http.inject(request)
    took_ms = performance.now() - begun
    return answer
  }
  return { inject } as unknown as App['http']
}

/** Runs a step, twice if need be; false where it cannot be run. */
export async function succeeds(log: Log, step: number, run: () => Promise<void>): Promise<boolean> {
  for (const isLast of [false, true])
    try {
      await run()
      return true
    } catch (err) {
      if (err instanceof YearStopped) throw err
      if (isLast) log.error({ err, step }, 'a step of the demo year was left out')
      else await pause(retry_ms)
    }
  return false
}
