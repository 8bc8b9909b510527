import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTestClock, minute_ms } from '../../testing/test-clock.ts'
import { noCaptcha, proofOfWork, type CaptchaChallenge } from './captcha.ts'
import type { RateLimits } from './rate-limits.ts'

/** Limits that count in memory, as those across instances do in the database. */
function countingRates(): Pick<RateLimits, 'attempt'> {
  const counts = new Map<string, number>()
  return {
    async attempt(what, { attempts }, by) {
      const tries = (counts.get(what + by) ?? 0) + 1
      counts.set(what + by, tries)
      return tries <= attempts
    },
  }
}

const open = (key = 'a key of ours') => {
  const clock = createTestClock()
  return { clock, captcha: proofOfWork(key, { rates: countingRates(), clock }) }
}

const asHeader = (solution: object) => Buffer.from(JSON.stringify(solution)).toString('base64')

/** Does the work that a browser does; answers what it sends. */
function solve({ challenge, salt, algorithm, maxnumber, signature }: CaptchaChallenge) {
  const isRight = (number: number) =>
    createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge
  const number = Array.from({ length: maxnumber + 1 }, (_, tried) => tried).find(isRight)!
  return { algorithm, challenge, number, salt, signature }
}

it('lets in whoever did the work, once', async () => {
  const { captcha } = open()
  const header = asHeader(solve((await captcha.challenge())!))
  expect(await captcha.isSolved(header)).toBe(true)
  expect(await captcha.isSolved(header)).toBe(false)
})

it('lets nobody in a second time who writes the same solution otherwise', async () => {
  const { captcha } = open()
  const solution = solve((await captcha.challenge())!)
  expect(await captcha.isSolved(asHeader(solution))).toBe(true)
  expect(await captcha.isSolved(asHeader({ took: 7, ...solution }))).toBe(false)
  const text = JSON.stringify(solution, null, 1)
  expect(await captcha.isSolved(Buffer.from(text).toString('base64'))).toBe(false)
})

it('lets in until ten minutes have passed', async () => {
  const { captcha, clock } = open()
  const [early, late] = [solve((await captcha.challenge())!), solve((await captcha.challenge())!)]
  clock.advance(9 * minute_ms)
  expect(await captcha.isSolved(asHeader(early))).toBe(true)
  clock.advance(2 * minute_ms)
  expect(await captcha.isSolved(asHeader(late))).toBe(false)
})

it('does not let in what was altered, guessed or made with another key', async () => {
  const { captcha } = open()
  const solution = solve((await captcha.challenge())!)
  const other = solve((await open('somebody else’s').captcha.challenge())!)
  const later = solution.salt.replace(/expires=\d+/, 'expires=9999999999')
  for (const forged of [
    other,
    { ...solution, number: solution.number + 1 },
    { ...solution, number: String(solution.number) },
    { ...solution, salt: later },
    { ...solution, salt: solution.salt + String(solution.number).slice(0, 1) },
    { ...solution, algorithm: 'SHA-1' },
    { ...solution, signature: '0'.repeat(64) },
    { ...solution, challenge: other.challenge },
  ])
    expect(await captcha.isSolved(asHeader(forged))).toBe(false)
  // None of the tries used it up.
  expect(await captcha.isSolved(asHeader(solution))).toBe(true)
})

it('does not let in what is no solution', async () => {
  const { captcha } = open()
  const header = asHeader(solve((await captcha.challenge())!))
  const tooLong = asHeader({ ...solve((await captcha.challenge())!), more: 'x'.repeat(2000) })
  for (const sent of [undefined, '', 'null', asHeader({}), asHeader([]), '{', [header], tooLong])
    expect(await captcha.isSolved(sent)).toBe(false)
})

it('asks for nothing where it is off', async () => {
  expect(await noCaptcha.challenge()).toBeNull()
  expect(await noCaptcha.isSolved(undefined)).toBe(true)
})
