/**
 * `npm run check`: what can be said of the code without a server or a browser, of what has changed since it passed;
 * `-- --all`: of everything.
 */
import { checkSteps } from './steps/check-steps.ts'
import { runSteps } from './steps/step-runner.ts'

await runSteps(checkSteps(process.argv.includes('--all')))
