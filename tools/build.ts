/** Builds what is stale: `node tools/build.ts`, or only the named steps: `node tools/build.ts content contract`. */
import { build, buildSteps } from './build-steps.ts'

const known = buildSteps.map(({ name }) => name)
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are ${known.join(', ')}.`)
  process.exit(1)
}
try {
  await build(wanted.length > 0 ? wanted : known)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
