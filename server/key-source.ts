import type { Config } from './config.ts'
import type { KeySource } from './platform/keys/keyring.ts'

/** Where these settings say that the master key is. */
export const keySourceOf = ({ masterKey, dataDir }: Config): KeySource =>
  masterKey.off ? { dataDir } : { masterKey: masterKey.key, others: masterKey.others }
