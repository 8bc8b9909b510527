import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium, installMissingPrograms } from './system-programs.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'))
  vi.stubEnv('PATH', folder)
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

function place(...names: string[]) {
  for (const name of names) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o755)
  }
}

test('nothing is asked for where all is there, by whichever name the browser has', () => {
  place('chromium-browser', 'pdfsig', 'pdfinfo', 'pdftotext', 'qpdf', 'openssl')
  expect(installMissingPrograms()).toBeUndefined()
  expect(findChromium()).toBe(join(folder, 'chromium-browser'))
})

test('the browser without a window is preferred', () => {
  place('chromium', 'chromium-headless-shell')
  expect(findChromium()).toBe(join(folder, 'chromium-headless-shell'))
})

test('who may not install is told the command, with each missing package once', () => {
  place('chromium', 'openssl')
  expect(installMissingPrograms()).toContain(
    'sudo apt-get update && sudo apt-get install -y --no-install-recommends poppler-utils qpdf\n',
  )
})

test('a file that cannot be run is no program', () => {
  place('chromium')
  chmodSync(join(folder, 'chromium'), 0o644)
  expect(findChromium()).toBeUndefined()
})
