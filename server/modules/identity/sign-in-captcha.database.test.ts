import { createHash } from 'node:crypto'
import type { AnyContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import type { App } from '../../app.ts'
import { openBrowser } from '../../testing/test-browser.ts'
import { makeCaller, requestOf } from '../../testing/test-caller.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

let world: TestWorld
let guarded: App

beforeAll(async () => {
  world = await openWorld()
  guarded = await world.openAnother({ signIn: { ...world.config.signIn, captcha: true } })
})

afterAll(async () => {
  await guarded.close()
  expect(world.faults).toEqual([])
  await world.close()
})

const { captcha, signIn, ways } = contract.identity
const typed = { login: 'nobody@example.org', password: 'correct horse battery' }

/** Asks for a challenge and does its work; what to send along. */
async function solved(): Promise<Record<string, string>> {
  const { challenge: asked } = await openBrowser(guarded.http).ask(captcha, {})
  const { algorithm, challenge, maxnumber, salt, signature } = asked!
  const isRight = (number: number) =>
    createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge
  const number = Array.from({ length: maxnumber + 1 }, (_, tried) => tried).find(isRight)
  const solution = JSON.stringify({ algorithm, challenge, number, salt, signature })
  return { 'x-captcha': Buffer.from(solution).toString('base64') }
}

const operationsOf = (tree: object): AnyContractProcedure[] =>
  Object.values(tree).flatMap((node: object) =>
    '~orpc' in node ? [node as AnyContractProcedure] : operationsOf(node),
  )
const asking = operationsOf(contract).filter(({ '~orpc': { meta } }) => (meta as OperationMeta).captcha)

it('asks for a solved challenge before everything that strangers may send to others or guess at', () => {
  expect(asking.map(({ '~orpc': { route } }) => route.path).toSorted()).toEqual(
    expect.arrayContaining([
      '/api/password-reset',
      '/api/sign-in',
      '/api/sign-in/email-link',
      '/api/sign-in/phone',
    ]),
  )
})

it.each(asking.map((operation) => [operation['~orpc'].route.path!, operation] as const))(
  '%s: is refused without one',
  async (_path, operation) => {
    const { example } = operation['~orpc'].meta as OperationMeta
    const caller = makeCaller(guarded.http)
    for (const headers of [{}, { 'x-captcha': 'e30=' }])
      expect(
        await caller.send(requestOf(operation, example as Record<string, unknown>), { headers }),
      ).toMatchObject({
        status: 403,
        reason: 'captcha-failed',
        error: { message: 'The check that you are not a robot did not succeed. Please try again.' },
      })
  },
)

it('goes on with one, once, whichever instance is asked', async () => {
  const headers = await solved()
  const reasonOf = async (app: App) => (await openBrowser(app.http).call(signIn, typed, { headers })).reason
  expect(await reasonOf(guarded)).toBe('invalid-credential')
  const twin = await world.openAnother({ signIn: { ...world.config.signIn, captcha: true } })
  expect(await reasonOf(twin)).toBe('captcha-failed')
  await twin.close()
  expect(await reasonOf(guarded)).toBe('captcha-failed')
})

it('takes none that is too old', async () => {
  const headers = await solved()
  world.clock.advance(11 * 60 * 1000)
  const answer = await openBrowser(guarded.http).call(signIn, typed, { headers })
  world.clock.advance(-11 * 60 * 1000)
  expect(answer.reason).toBe('captcha-failed')
})

it('is said to browsers, and is off unless it is configured', async () => {
  expect((await openBrowser(guarded.http).ask(ways, {})).captcha).toBe(true)
  const plain = openBrowser(world.app.http)
  expect((await plain.ask(ways, {})).captcha).toBe(false)
  expect(await plain.ask(captcha, {})).toEqual({ challenge: null })
  expect((await plain.call(signIn, typed)).reason).toBe('invalid-credential')
})
