import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Longer is strong anyway, and would take long to estimate. */
const estimated_length_max = 100

/** From 0, guessed at once, to 4; `about` are words that whoever knows the person would try. */
export function estimateStrength(password: string, about: readonly string[]): number {
  return estimator.check(password.slice(0, estimated_length_max), [...about]).score
}
