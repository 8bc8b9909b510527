import type { InferContractRouterOutputs } from '@orpc/contract'
import type { identity } from '../../../contract/identity.ts'
import { call } from '../signing/index.ts'

type Task = InferContractRouterOutputs<typeof identity>['captcha']

/** The challenge of this installation, solved; undefined where it asks for none. A moment of arithmetic. */
export async function solvedCaptcha(): Promise<string | undefined> {
  const { challenge: task } = await call<Task>({ method: 'GET', path: '/api/sign-in/captcha' })
  if (!task) return undefined
  const { algorithm, challenge, maxnumber, salt, signature } = task
  const { solveChallenge } = await import('altcha-lib/v1')
  const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise
  // Without a solution the call goes out bare, and the server refuses it.
  return solution
    ? btoa(JSON.stringify({ algorithm, challenge, number: solution.number, salt, signature }))
    : undefined
}
