import { hash, verify } from '@node-rs/argon2'
import { randomUUID } from 'node:crypto'
import { UnavailableError } from '../../platform/unavailable.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes at a time: below libuv's four threads, so that files and name look-ups never wait behind sign-ins. */
const concurrent_hashes_max = 3

/** Beyond these nobody waits: a flood is told to come back, instead of holding everybody up. */
const hash_queue_max = 100

let running = 0
const waiting: (() => void)[] = []

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= hash_queue_max) throw new UnavailableError('Too many passwords wait to be hashed')
  if (running >= concurrent_hashes_max) await new Promise<void>((resume) => waiting.push(resume))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** The hash that is kept of a password. */
export const hashPassword = (password: string): Promise<string> =>
  withHashSlot(() => hash(password, parameters))

/** Of a password that nobody has. */
let dummyHash: Promise<string> | undefined

/** Whether a password is the one a hash was made of. Where there is no hash it is not, which takes the same to find out. */
export async function verifyPassword({
  hash: kept,
  password,
}: {
  hash: string | null
  password: string
}): Promise<boolean> {
  const other = await (dummyHash ??= hash(randomUUID(), parameters))
  const isRight = await withHashSlot(() => verify(kept ?? other, password))
  return isRight && kept !== null
}
