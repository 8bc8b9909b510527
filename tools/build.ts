/** Builds what is stale: `node tools/build.ts`, or only the named steps: `node tools/build.ts content contract`. */
import { buildSteps } from './build-steps.ts'
import { runStep } from './build-stamp.ts'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !buildSteps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are ${buildSteps.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
for (const step of buildSteps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue
  await runStep(step).catch((error: Error) => {
    console.error(`${step.name} failed. ${error.message}`)
    process.exit(1)
  })
}
