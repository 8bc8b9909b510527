import { execFileSync } from 'node:child_process'

const answer_ms_max = 20_000
const answer_bytes_max = 256 * 1024

/** Thrown for a program of settings that gives none. It says how it ended, and nothing of what it wrote. */
export class SettingsProgramError extends Error {
  override name = 'SettingsProgramError'
}

/**
 * Asks the program that `SETTINGS_PROGRAM` names for settings, so that keys and passwords stand in a vault, a key service
 * or a hardware token and nowhere on this machine (OWASP ASVS 5.0.0, V13.3.1). It is run without arguments and without a
 * shell, with the environment of the server, and writes lines of `NAME=value`; its complaints go where the server's do.
 * @throws SettingsProgramError when it cannot be run, fails, takes too long or writes something else
 */
export function readSettingsOf(program: string): Record<string, string> {
  const lines = outputOf(program)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
      if (name === undefined || value === undefined)
        throw new SettingsProgramError('must write lines of NAME=value')
      return [name, value]
    }),
  )
}

function outputOf(program: string): string {
  try {
    return execFileSync(program, [], {
      encoding: 'utf8',
      timeout: answer_ms_max,
      maxBuffer: answer_bytes_max,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  } catch (error) {
    const { code, status } = error as { code?: string; status?: number | null }
    const ended = code === 'ETIMEDOUT' ? `gave no answer within ${answer_ms_max / 1000} seconds` : undefined
    throw new SettingsProgramError(
      ended ?? (typeof status === 'number' ? `ended with ${status}` : 'cannot be run'),
    )
  }
}
