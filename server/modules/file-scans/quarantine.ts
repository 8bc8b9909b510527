import { fileQuarantinedRefusal } from '../../../contract/file-problems.ts'
import { switch_propagation_seconds_max } from '../../../contract/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { RefusedError } from '../../platform/http/refusal.ts'
import { cacheWithTtl } from '../../platform/ttl-cache.ts'
import { loadQuarantine } from './file-scan-store.ts'

const quarantine_reason = 'file-quarantined'

type Quarantine = {
  has(name: string): Promise<boolean>
  /** Throws for a file that malware was found in, in the words for whoever asks for it. */
  assertReadable(name: string): Promise<void>
}

/** Which stored files are given to nobody; every instance knows it within seconds. */
export function openQuarantine(database: Database, clock: Clock): Quarantine {
  const names = cacheWithTtl(() => loadQuarantine(database), switch_propagation_seconds_max, clock)
  const has = async (name: string) => (await names()).has(name)
  return {
    has,
    async assertReadable(name) {
      if (!(await has(name))) return
      const { code, message } = fileQuarantinedRefusal
      throw new RefusedError(code, message, { reason: quarantine_reason })
    },
  }
}

/** Whether a file could not be read since it is in quarantine. */
export const isQuarantineRefusal = (error: unknown): boolean =>
  error instanceof RefusedError && error.details.reason === quarantine_reason

/** Files of which those in quarantine are read by nobody; they stay, and may be removed with what they belong to. */
export const withQuarantine = (files: Files, quarantine: Quarantine): Files => ({
  ...files,
  async read(name, part) {
    await quarantine.assertReadable(name)
    return files.read(name, part)
  },
  async readAll(name) {
    await quarantine.assertReadable(name)
    return files.readAll(name)
  },
})
