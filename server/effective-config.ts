import type pg from 'pg'
import type { Config } from './config.ts'
import { keySourceOf } from './key-source.ts'
import { readStartupSettings } from './modules/setup/index.ts'
import { openKeyring } from './platform/keys/keyring.ts'
import { withDedicatedConnection } from './platform/database/dedicated-connection.ts'

/**
 * The settings with what was settled on the set-up pages, as far as a start needs it: where files are, and whether the
 * demo is over. The database has been migrated.
 */
export async function effectiveConfig(config: Config, owner: pg.ClientConfig): Promise<Config> {
  const keyring = openKeyring(keySourceOf(config))
  return withDedicatedConnection(owner, async (client) => {
    const { objectStore, isFinished } = await readStartupSettings(client, keyring)
    const saved = config.objectStore.off &&
      objectStore && { off: false as const, ...objectStore, isSaved: true }
    return { ...config, demo: config.demo && !isFinished, ...(saved && { objectStore: saved }) }
  })
}
