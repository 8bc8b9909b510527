/**
 * `npm run dev`: the server, restarted when it changes, behind Vite, which shows changed screens at
 * once. What is built rather than served by Vite (content, contract, the patient pages) is built
 * again when it changes, and the server starts anew with it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { build, buildSteps } from './build-steps.ts'

const viteDevPort = 5173
const serverPort = 3000
const watchedFolders = ['content', 'contract', 'web']
/** Vite draws the framework's screens itself. */
const rebuildPatterns = ['content', 'contract', 'trial', 'types', 'patient', 'pages']
const debounce_ms = 200

function startChild(...args: string[]): ChildProcess {
  const env = {
    NODE_ENV: 'development',
    PORT: String(serverPort),
    PUBLIC_ADDRESS: `http://localhost:${viteDevPort}`,
    ...process.env,
  }
  const child = spawn(process.execPath, args, { stdio: 'inherit', env })
  child.on('exit', stopAll)
  return child
}

let stopping = false
function stopAll() {
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
    building = building
      .then(() => build(rebuildPatterns))
      .catch((error: Error) => console.error(error.message))
  }, debounce_ms)
}

await build(buildSteps.map(({ name }) => name))
const restartOn = ['server', 'contract', 'build/content', 'build/web/routes.json'].map(
  (path) => `--watch-path=${path}`,
)
const children = [
  startChild(...restartOn, '--watch-preserve-output', 'server/main.ts'),
  startChild('node_modules/@react-router/dev/bin.cjs', 'dev', '--port', String(viteDevPort)),
]
const watchers = watchedFolders.map((dir) => watch(dir, { recursive: true }, rebuildSoon))
process.on('SIGINT', stopAll).on('SIGTERM', stopAll)
