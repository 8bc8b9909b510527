/**
 * Builds for `npm start`, which is told as soon as there is a server to begin, and again once there are pages. Once it
 * serves, files of the web are compressed beside it, after everybody else.
 */
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { build, buildSteps } from './build-steps.ts'
import { runStep } from './incremental-build.ts'

/** What the server reads before it shows a page. */
const forServer = ['content', 'server', 'verifier']
/** Types are for whoever checks them. */
const later = ['types', 'compress']

const done = new Set<string>()
// Whoever began this may be gone; what is begun is built to its end, and the next start finds it.
const tell = (what: 'server' | 'pages') => process.connected && process.send!(what)

try {
  await build(
    buildSteps.map(({ name }) => name).filter((name) => !later.includes(name)),
    async (step) => {
      await runStep(step)
      done.add(step.name)
      if (forServer.includes(step.name) && forServer.every((name) => done.has(name))) tell('server')
    },
  )
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
process.on('disconnect', () => process.exit())
if (!tell('pages')) process.exit()
await once(process, 'message')
setPriority(constants.priority.PRIORITY_LOW)
// The server does without, so nobody is told, of a failure either: the next start tries again.
await build(['compress'], (step) => runStep(step, { report: () => {} })).catch(() => {})
process.exit()
