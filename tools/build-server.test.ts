import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from './build-server.ts'

const build = path.join(import.meta.dirname, '../build')
let outDir: string
let program: string
beforeAll(async () => {
  await mkdir(build, { recursive: true })
  outDir = await mkdtemp(path.join(build, 'server-trial-'))
  await buildServer({ outDir: path.relative(path.join(build, '..'), outDir) })
  const files = (await readdir(outDir)).map((name) => readFile(path.join(outDir, name), 'utf8'))
  program = (await Promise.all(files)).join('\n')
})
afterAll(() => rm(outDir, { recursive: true }))

test('what stands beside our own files is found from where the bundle stands', () => {
  const places = [...program.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, place]) => place!)
  // What is made by other steps of the build is not there before they ran.
  const ours = places.filter((place) => !place.startsWith('../content/'))
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter((place) => !existsSync(path.join(outDir, place)))).toEqual([])
})

test('what is made from content is read where it was made, and no part of the program', () => {
  expect(program).toContain('"../content/templates.json"')
  expect(Buffer.byteLength(program)).toBeLessThan(17_000_000)
})

test('what begins the database is read without the rest', async () => {
  const read = new Set<string>()
  const readFrom = async (name: string): Promise<number> => {
    if (read.has(name)) return 0
    read.add(name)
    const text = await readFile(path.join(outDir, name), 'utf8')
    const others = [...text.matchAll(/^(?:import|export) .*?["']\.\/([^"']+)["'];?$/gm)].map(
      ([, other]) => other!,
    )
    const sizes = await Promise.all(others.map(readFrom))
    return sizes.reduce((all, size) => all + size, Buffer.byteLength(text))
  }
  expect(await readFrom('main.js')).toBeLessThan(1_000_000)
})

test('what it imports is of the system, or compiled for the machine', () => {
  const imported = [...program.matchAll(/^import .*?["']([^"'.][^"']*)["'];?$/gm)].map(([, name]) => name!)
  const packages = new Set(imported.filter((name) => !name.startsWith('node:')))
  const compiled = ['@node-rs/argon2', 'pino']
  expect([...packages].filter((name) => !isSystem(name)).toSorted()).toEqual(compiled)
})
const isSystem = (name: string) => process.getBuiltinModule(name) !== undefined
