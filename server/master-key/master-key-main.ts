/**
 * `npm run new-master-key`: wraps everything that the master key protects with another one.
 *
 * Where MASTER_KEY is set, it is the new key and MASTER_KEY_OTHERS the one before; instances that have both may run
 * meanwhile. Where the key is a file of the data directory, a new one is made, and Candour must not run.
 */
import { ConfigError } from '../config.ts'
import { changeMasterKey, KeyChangeError } from './change-master-key.ts'

try {
  const { changed } = await changeMasterKey(process.env)
  process.stdout.write(`${changed} secrets are wrapped with the new master key.\n`)
  if (process.env.MASTER_KEY)
    process.stdout.write('A day from now, start each instance without the former key in MASTER_KEY_OTHERS.\n')
} catch (error) {
  const isForPeople = error instanceof KeyChangeError || error instanceof ConfigError
  process.stderr.write(`${isForPeople ? error.message : String((error as Error).stack)}\n`)
  process.exitCode = 2
}
