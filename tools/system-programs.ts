import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs that the tests run, and the Debian packages of each; a browser without a font draws no text. */
const debianPackagesByProgram = {
  chromium: 'chromium-headless-shell fonts-liberation',
  pdfsig: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdftotext: 'poppler-utils',
  qpdf: 'qpdf',
  openssl: 'openssl',
}
type Program = keyof typeof debianPackagesByProgram

/** First the one without a window, which does the same for two thirds of the work; any other will do. */
const chromiumNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

/** The full name of the browser that journeys use, or undefined where there is none. */
export const findChromium = (): string | undefined =>
  chromiumNames.map(findProgram).find((file) => file !== undefined)

/** How the tests' browser starts: without a sandbox, which root may not use; nothing leaves this machine. */
export const testBrowserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Text is drawn alike everywhere.
  '--font-render-hinting=none',
  // A page lives for seconds here: its code is left before it has repaid the work of compiling it to be fast.
  '--js-flags=--no-maglev --no-opt',
]

/**
 * Installs the programs that are missing, where we may.
 * @returns Why the tests cannot run, with the command to give, or undefined if all is there.
 */
export function installMissingPrograms(): string | undefined {
  const packages = missingPackages()
  if (packages.length === 0) return undefined
  const install = `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) {
    return `The tests need ${packages.join(', ')}. On Debian:\n\n    sudo apt-get update && sudo ${install}\n`
  }
  console.log(`Installing ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const line of ['apt-get update -qq', `${install} -qq`]) {
    const { status, stdout, stderr } = spawnSync(line, { shell: true, encoding: 'utf8', env })
    if (status !== 0) return `'${line}' did not succeed:\n${stdout}${stderr}`
  }
  const still = missingPackages()
  return still.length === 0 ? undefined : `Installed, but not found afterwards: ${still.join(', ')}.`
}

function missingPackages(): string[] {
  const isThere = (name: Program) => (name === 'chromium' ? findChromium() : findProgram(name)) !== undefined
  const missing = (Object.keys(debianPackagesByProgram) as Program[]).filter((name) => !isThere(name))
  return [...new Set(missing.map((name) => debianPackagesByProgram[name]))]
}

function findProgram(name: string): string | undefined {
  const files = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return files.find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
