/**
 * `npm run dev`: the server, restarted when it changes, behind Vite, which shows changed screens at
 * once. What is built rather than served by Vite (content, contract, the patient pages) is built
 * again when it changes, and the server starts anew with it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { build, buildSteps } from './build-steps.ts'

const webPort = 5173
const serverPort = 3000
const watched = ['content', 'contract', 'web']
/** Vite draws the framework's screens itself. */
const rebuilt = ['content', 'contract', 'trial', 'types', 'patient', 'pages']
const quiet_ms = 200

function start(...args: string[]): ChildProcess {
  const env = {
    NODE_ENV: 'development',
    PORT: String(serverPort),
    PUBLIC_ADDRESS: `http://localhost:${webPort}`,
    ...process.env,
  }
  const child = spawn(process.execPath, args, { stdio: 'inherit', env })
  child.on('exit', stop)
  return child
}

let stopping = false
function stop() {
  if (stopping) return
  stopping = true
  for (const watcher of watchers) watcher.close()
  for (const child of children) child.kill()
}

let timer: NodeJS.Timeout | undefined
let building = Promise.resolve()
function rebuildSoon() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    building = building.then(() => build(rebuilt)).catch((error: Error) => console.error(error.message))
  }, quiet_ms)
}

await build(buildSteps.map(({ name }) => name))
const restartOn = ['server', 'contract', 'build/content', 'build/web/routes.json'].map(
  (path) => `--watch-path=${path}`,
)
const children = [
  start(...restartOn, '--watch-preserve-output', 'server/main.ts'),
  start('node_modules/@react-router/dev/bin.cjs', 'dev', '--port', String(webPort)),
]
const watchers = watched.map((dir) => watch(dir, { recursive: true }, rebuildSoon))
process.on('SIGINT', stop).on('SIGTERM', stop)
