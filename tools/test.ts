/** `npm test`: everything that proves the product, the quickest first. */
import { checkSteps } from './steps/check-steps.ts'
import { programStep } from './steps/program-step.ts'
import { runSteps } from './steps/step-runner.ts'
import { journeyStep, vitestStep } from './steps/test-step.ts'
import { installMissingPrograms } from './system-programs.ts'

const problem = installMissingPrograms()
if (problem) {
  console.error(problem)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

await runSteps([
  ...checkSteps(true),
  programStep('build', 'node', 'tools/build.ts'),
  vitestStep('programs'),
  vitestStep('modules'),
  journeyStep(['content', 'build']),
])
