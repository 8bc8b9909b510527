import type { Problem } from '../../ui/use-task.ts'

/** A refusal says all there is to say; only a fault needs a reference number to quote. */
export const refusalText = (problem: Problem | null): Pick<Problem, 'message' | 'requestId'> | null =>
  problem?.reason === undefined ? problem : { message: problem.message }
