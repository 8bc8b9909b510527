import { setTimeout as sleep } from 'node:timers/promises'

const look_ms = 40

/** Looks until something is so; where that takes longer than its limit, an error names what was waited for. */
export async function waitUntil(
  what: string,
  limit_ms: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const until = Date.now() + limit_ms
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(`Waited for ${what} for longer than ${limit_ms} ms`)
    await sleep(look_ms)
  }
}
