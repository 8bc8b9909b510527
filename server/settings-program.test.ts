import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

let folder: string
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'candour-settings-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that does this. */
function program(name: string, script: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o700)
  return file
}

const key = 'ab'.repeat(32)

describe('a program of settings', () => {
  it('gives what the environment does not', () => {
    const SETTINGS_PROGRAM = program(
      'vault',
      `echo '# from the vault'\necho\necho MASTER_KEY=${key}\necho PORT=8081\necho "SMTP_URL=smtps://me:a=b@mail.example.org"\necho MAIL_FROM=hello@example.org`,
    )
    const config = readConfig({ SETTINGS_PROGRAM, PORT: '8090', MAIL_FROM: ' ' })
    expect(config.masterKey.off).toBe(false)
    expect(config.listen.port).toBe(8090)
    expect(config.mail).toMatchObject({ url: 'smtps://me:a=b@mail.example.org', from: 'hello@example.org' })
  })

  it('sees the environment of the server, and no shell reads its name', () => {
    const SETTINGS_PROGRAM = program('it; echo PORT=1', 'test -n "$PATH" && echo "DATA_DIR=/srv/vaulted"')
    expect(readConfig({ SETTINGS_PROGRAM }).dataDir).toBe('/srv/vaulted')
  })

  it.each([
    ['fails', 'echo MASTER_KEY=secret-of-the-vault; exit 3', 'ended with 3'],
    ['says something else', 'echo secret-of-the-vault', 'must write lines of NAME=value'],
  ])('that %s is refused, and nothing of what it wrote is said', (name, script, reason) => {
    const read = () => readConfig({ SETTINGS_PROGRAM: program(name, script) })
    expect(read).toThrow(`SETTINGS_PROGRAM: ${reason}`)
    expect(read).not.toThrow('secret-of-the-vault')
  })

  it('that is not there is refused, and so is a setting that makes no sense', () => {
    expect(() => readConfig({ SETTINGS_PROGRAM: path.join(folder, 'gone') })).toThrow(
      'SETTINGS_PROGRAM: cannot be run',
    )
    const odd = program('odd', 'echo MASTER_KEY=short')
    expect(() => readConfig({ SETTINGS_PROGRAM: odd })).toThrow('MASTER_KEY: must be 32 bytes')
  })
})
