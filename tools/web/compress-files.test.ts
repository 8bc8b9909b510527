import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressFiles } from './compress-files.ts'

let dir: string
const inDir = (name: string) => path.join(dir, name)
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'compressed-'))
  mkdirSync(inDir('assets'))
  writeFileSync(inDir('assets/app.js'), 'say(1)')
  writeFileSync(inDir('index.html'), '<p>')
})
afterEach(() => rmSync(dir, { recursive: true }))

test('writes both beside each text file, and none beside a document, which is written for its address', async () => {
  await compressFiles(dir)
  expect(readdirSync(inDir('assets')).toSorted()).toEqual(['app.js', 'app.js.br', 'app.js.gz'])
  expect(brotliDecompressSync(readFileSync(inDir('assets/app.js.br'))).toString()).toBe('say(1)')
  expect(gunzipSync(readFileSync(inDir('assets/app.js.gz'))).toString()).toBe('say(1)')
  expect(readdirSync(dir).toSorted()).toEqual(['assets', 'index.html'])
})

test('goes on where it was cut off, and does again what is older than its file', async () => {
  writeFileSync(inDir('assets/app.js.br.draft'), 'half')
  await compressFiles(dir)
  const { ino } = statSync(inDir('assets/app.js.br'))
  await compressFiles(dir)
  expect(statSync(inDir('assets/app.js.br')).ino).toBe(ino)
  writeFileSync(inDir('assets/app.js'), 'say(2)')
  utimesSync(inDir('assets/app.js.br'), 1, 1)
  await compressFiles(dir)
  expect(brotliDecompressSync(readFileSync(inDir('assets/app.js.br'))).toString()).toBe('say(2)')
})
