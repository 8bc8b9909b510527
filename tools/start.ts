import { fork } from 'node:child_process'
import path from 'node:path'
import { printOutcome } from './incremental-build.ts'

type StartServer = typeof import('../server/start-server.ts')
const here = import.meta.dirname

/** `npm start`: builds what is stale, and becomes the server as soon as that is built, while pages still are. */
const builder = fork(path.join(here, 'build-for-start.ts'))
const server = Promise.withResolvers<void>()
const pages = Promise.withResolvers<void>()
// Whether it fails is told where it is waited for.
pages.promise.catch(() => {})
builder.on('message', (built) => (built === 'server' ? server : pages).resolve())
builder.once('exit', (code) => {
  server.reject(code || 1)
  pages.reject('The start has ended, as the pages could not be built: the reason stands above.')
})
await server.promise.catch((code: number) => process.exit(code))

const { startServer } = (await import(path.join(here, '../build/server/start-server.js'))) as StartServer
const stop = (signal: NodeJS.Signals) => pages.reject(`Stopped by ${signal} before the pages were built.`)
process.once('SIGINT', stop).once('SIGTERM', stop)
// From then on the server itself knows how to stop.
pages.promise.then(
  () => process.off('SIGINT', stop).off('SIGTERM', stop),
  () => {},
)
await startServer({ pages: pages.promise, report: printOutcome })
// It may have nothing left to do for long; who ended it knows why.
if (builder.connected) builder.send('ready', () => {})
