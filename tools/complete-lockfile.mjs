// Adds to package-lock.json the platform packages that npm left out because the registry it used did not hold them.
// Without them `npm ci` calls the lockfile out of step.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]
let added = 0
for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`
    if (lock.packages[place]) continue
    if (!/^\d/.test(version)) throw new Error(`${name} is wanted as ${version}, not as an exact version`)
    const words = name.split(/[-/]/)
    const os = systems.find((system) => words.includes(system))
    const cpu = processors.find((processor) => words.includes(processor))
    if (!os && !cpu) throw new Error(`${name} is for no platform known here`)
    const entry = {
      version,
      ...(cpu && { cpu: [cpu] }),
      ...(parent.dev && { dev: true }),
      optional: true,
      ...(os && { os: [os] }),
    }
    lock.packages[place] = entry
    added++
  }
}
const root = lock.packages['']
const rest = Object.entries(lock.packages)
  .filter(([place]) => place)
  .sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = { '': root, ...Object.fromEntries(rest) }
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} platform packages added`)
