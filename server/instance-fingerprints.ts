import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Config } from './config.ts'
import { keySourceOf } from './key-source.ts'
import type { InstanceFingerprints } from './platform/database/instances.ts'
import { openKeyring } from './platform/keys/keyring.ts'
import { readOrCreateSecret } from './platform/keys/secret-file.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Tells what this instance has to share with others: its master key, the folder in which uploads arrive, which bears a
 * mark that is made once, and the object store.
 */
export function computeFingerprints(config: Config): InstanceFingerprints {
  const { dataDir, objectStore } = config
  const keyring = openKeyring(keySourceOf(config))
  const folder = readOrCreateSecret(path.join(dataDir, 'secrets', 'instance-mark'), () => `${randomUUID()}\n`)
  const store = objectStore.off ? '' : `${objectStore.endpoint} ${objectStore.bucket}`
  return {
    keyFingerprint: keyring.fingerprint(),
    readableFingerprints: keyring.readableFingerprints(),
    filesFingerprint: sha256(`${folder.trim()} ${store}`),
  }
}
