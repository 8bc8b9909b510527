/** Builds what is stale: `node tools/build.ts`, or only the named steps: `node tools/build.ts content contract`. */
import { build, buildSteps } from './build-steps.ts'

const knownSteps = buildSteps.map(({ name }) => name)
const requestedSteps = process.argv.slice(2)
const unknownSteps = requestedSteps.filter((name) => !knownSteps.includes(name))
if (unknownSteps.length > 0) {
  console.error(`No such step: ${unknownSteps.join(', ')}. There are ${knownSteps.join(', ')}.`)
  process.exit(1)
}
try {
  await build(requestedSteps.length > 0 ? requestedSteps : knownSteps)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
