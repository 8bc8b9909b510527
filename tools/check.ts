/** `npm run check`: what can be said of the code in less than a minute. */
import { checkSteps } from './steps/check-steps.ts'
import { runSteps } from './steps/step-runner.ts'

await runSteps(checkSteps)
