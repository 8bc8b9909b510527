/**
 * Signs consents without pause, takes a backup with `npm run backup`'s own program meanwhile, restores it into an empty
 * place, and starts the product there: what was acknowledged before the backup began must be there, whole, and nothing
 * of after it ended. Prints its counts.
 */
import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import { startServer, untilReady } from './test-server-process.ts'
import { createRetry, openPractice, signNewConsent } from './signed-consents.ts'

const [port, restoredPort] = [4393, 4394]
const address = `http://localhost:${port}`
const folder = mkdtempSync(path.join(tmpdir(), 'candour-backup-'))
const [dataDir, restoredDir, archive] = ['data', 'restored', 'today.age'].map((name) =>
  path.join(folder, name),
) as [string, string, string]
const passphrase = 'words for this proof alone'

/** Runs a program of the backup; answers what it ended with. */
function runBackupProgram(name: string, args: string[], place: string): Promise<number | null> {
  const program = path.join(import.meta.dirname, '../../server/backup', name)
  const env = { ...process.env, DATA_DIR: place, BACKUP_PASSPHRASE: passphrase, PORT: String(port) }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 2, 2] })
  return new Promise((resolve) => child.once('exit', resolve))
}

const retry = createRetry(() => {})
const signed = { before: [] as string[], during: [] as string[], after: [] as string[] }
let phase: keyof typeof signed = 'before'
let stopping = false

const server = startServer({ dataDir, port })
await untilReady(address)
const practice = await openPractice(address, dataDir)
const signRepeatedly = async () => {
  while (!stopping) {
    const consentId = await signNewConsent(practice, retry)
    signed[phase].push(consentId)
  }
}
const signingLoops = Promise.all([signRepeatedly(), signRepeatedly(), signRepeatedly()])
const waitUntil = async (isSo: () => boolean) => {
  while (!isSo()) await sleep(20)
}
await waitUntil(() => signed.before.length >= 10)
phase = 'during'
const startedAt = Date.now()
const backedUp = await runBackupProgram('backup-main.ts', [archive], dataDir)
const backupSeconds = (Date.now() - startedAt) / 1000
const duringBackup = signed.during.length
// One that was begun while the backup ran may still be acknowledged; what is begun from here on is later.
const signedBeforeBackupEnd = new Set(signed.during)
phase = 'after'
await waitUntil(() => signed.after.length >= 10)
stopping = true
await signingLoops
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))

// The key is kept apart from the archive, and is put back first.
mkdirSync(path.join(restoredDir, 'secrets'), { recursive: true, mode: 0o700 })
copyFileSync(path.join(dataDir, 'secrets/master.key'), path.join(restoredDir, 'secrets/master.key'))
const restored = await runBackupProgram('restore-main.ts', [archive], restoredDir)
// Of a demo also its passwords, and that it was made; with `DEMO=off` the start would take it away.
for (const kept of ['demo.json', 'secrets/demo-accounts.json'])
  copyFileSync(path.join(dataDir, kept), path.join(restoredDir, kept))

const restoredServer = startServer({ dataDir: restoredDir, port: restoredPort })
const restoredAddress = `http://localhost:${restoredPort}`
await untilReady(restoredAddress)
const { staff } = await openPractice(restoredAddress, restoredDir)
const find = (consentId: string) => staff.call(contract.consents.get, { consentId }).catch(() => null)
const found = { before: 0, during: 0, laterThanTheEnd: 0, broken: 0, withoutDocument: 0 }
for (const consentId of [...signed.before, ...signedBeforeBackupEnd]) {
  let consent = await find(consentId)
  if (consent?.status !== 'signed') continue
  found[signedBeforeBackupEnd.has(consentId) ? 'during' : 'before']++
  if (!consent.chainIntact) found.broken++
  for (let tries = 0; consent && consent.documents.length === 0 && tries < 600; tries++) {
    await sleep(100)
    consent = await find(consentId)
  }
  if (consent?.documents.length !== 1) found.withoutDocument++
}
// The last ones were begun long after the backup had ended.
for (const consentId of signed.after.slice(-5)) if (await find(consentId)) found.laterThanTheEnd++
const audit = await staff.call(contract.audit.verify, {})
restoredServer.kill('SIGTERM')
await new Promise((resolve) => restoredServer.once('exit', resolve))
rmSync(folder, { recursive: true, force: true })

console.log(
  JSON.stringify(
    {
      ...{ backedUp, restored, backupSeconds, duringBackup },
      acknowledged: {
        before: signed.before.length,
        during: signedBeforeBackupEnd.size,
        after: signed.after.length,
      },
      ...{ found, auditIntact: audit.intact },
    },
    null,
    2,
  ),
)
const isComplete =
  backedUp === 0 &&
  restored === 0 &&
  audit.intact &&
  found.before === signed.before.length &&
  found.broken + found.withoutDocument + found.laterThanTheEnd === 0
process.exit(isComplete ? 0 : 1)
