import { isPin, pinDigits } from './pin-rules.ts'

/** What unlocks a browser. */
export type UnlockMethod = 'pin' | 'passkey' | 'password'

/** What a person can unlock with, the quickest first. A password is always offered: whether there is one is not told here. */
export function listUnlockMethods({
  hasPin,
  hasPasskey,
}: {
  hasPin: boolean
  hasPasskey: boolean
}): UnlockMethod[] {
  const ways: [UnlockMethod, boolean][] = [
    ['pin', hasPin],
    ['passkey', hasPasskey],
    ['password', true],
  ]
  return ways.filter(([, held]) => held).map(([way]) => way)
}

/** What is missing of what was typed; undefined when it can be sent. */
export function validateCredential(way: UnlockMethod, typed: string): string | undefined {
  if (way === 'pin' && !isPin(typed)) return `Enter your PIN, ${pinDigits}`
  if (way === 'password' && typed === '') return 'Enter your password'
  return undefined
}
