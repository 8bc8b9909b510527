import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installParse } from './parse-peer.ts'

let folder: string
const { PATH } = process.env

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parse-peer-'))
})
afterEach(() => {
  process.env.PATH = PATH
  rmSync(folder, { recursive: true })
})

/** Puts a program in the place of npm. */
function replaceNpm(script: string): void {
  const file = path.join(folder, 'npm')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  process.env.PATH = `${folder}:${PATH}`
}

it('says what npm said where it cannot be installed', () => {
  replaceNpm('echo "npm error code E404" >&2; exit 1')
  expect(installParse(folder)).toBe('npm error code E404')
})

it('says that there is no npm', () => {
  process.env.PATH = folder
  expect(installParse(folder)).toContain('ENOENT')
})

it('takes nobody’s word for it that it is there', () => {
  replaceNpm('exit 0')
  expect(installParse(folder)).toBe('npm ended with 0')
})

it('is content with what npm installed, of a version that is named and without scripts of packages', () => {
  replaceNpm(
    'echo "$@" > asked; mkdir -p node_modules/parse-server; [ "$1 $2" = "install --ignore-scripts" ]',
  )
  expect(installParse(folder)).toBeNull()
  expect(readFileSync(path.join(folder, 'asked'), 'utf8')).toMatch(/ parse-server@\d+\.\d+\.\d+ /)
})
