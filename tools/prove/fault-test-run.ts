import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeCounts } from '../steps/program-counts.ts'
import { killDatabase, postmasterOf } from './test-server-process.ts'

/** One proof: what it began is ended and its folders are removed, however it ends. */
export type FaultTest = {
  /** A folder of its own, in which a database may live. */
  folder(given?: { isEmpty: boolean }): string
  /** What has to be ended; the last first. */
  atEnd(end: () => unknown): void
  /** Counts a fault that was just done to the product. */
  injected(fault: string): void
  faults: Record<string, number>
}

/** What a proof found: counts to print, and what does not hold. */
export type FaultTestFindings = { counts: Record<string, unknown>; amiss: readonly string[] }

/** Lets a data directory begin as the one that PROVE_DATA names, which saves the making of a demo. */
export function copyProvidedDataDir(dataDir: string): void {
  const { PROVE_DATA: given } = process.env
  // Who owns a database's files matters, which only `cp` keeps.
  if (given) execFileSync('cp', ['-a', `${given}/.`, dataDir])
}

/** A database outlives a server that was killed: it is ended before its folder goes. */
export async function stopDatabase(dataDir: string): Promise<void> {
  const postmaster = killDatabase(dataDir)
  for (let tries = 0; postmaster && tries < 100 && postmasterOf(dataDir) === postmaster; tries++)
    await sleep(100)
}

async function removeFolder(folder: string): Promise<void> {
  await stopDatabase(folder)
  const home = path.join(folder, 'postgres')
  if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

/** Runs a proof, prints its counts, and ends with 1 where something does not hold. */
export async function runFaultTest(work: (proof: FaultTest) => Promise<FaultTestFindings>): Promise<never> {
  const ends: (() => unknown)[] = []
  const faults: Record<string, number> = {}
  const proof: FaultTest = {
    faults,
    folder({ isEmpty } = { isEmpty: false }) {
      const folder = mkdtempSync(path.join(tmpdir(), 'candour-proof-'))
      // Open to the account that the database runs as when we are root.
      chmodSync(folder, 0o755)
      if (!isEmpty) copyProvidedDataDir(folder)
      ends.push(() => removeFolder(folder))
      return folder
    },
    atEnd: (end) => void ends.push(end),
    injected: (fault) => void (faults[fault] = (faults[fault] ?? 0) + 1),
  }
  let isEnding: Promise<void> | null = null
  const endAll = () => (isEnding ??= stopInOrder(ends))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void endAll().then(() => process.exit(1)))
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
    process.once(fault, (error: unknown) => {
      console.error(error)
      void endAll().then(() => process.exit(1))
    })
  const findings = await work(proof).catch((error: unknown) => {
    console.error(error)
    return null
  })
  await endAll()
  if (!findings) process.exit(1)
  const { counts, amiss } = findings
  const checked = counts['invariants checked'] as Record<string, number> | undefined
  writeCounts({
    'faults injected': sumCounts(faults),
    'invariants checked': sumCounts(checked),
    'that do not hold': amiss.length,
  })
  console.log(JSON.stringify({ 'faults injected': faults, ...counts }, null, 2))
  for (const line of amiss.slice(0, 50)) console.error(`does not hold: ${line}`)
  process.exit(amiss.length > 0 ? 1 : 0)
}

const sumCounts = (counts: Record<string, number> = {}): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

async function stopInOrder(ends: (() => unknown)[]): Promise<void> {
  for (const end of ends.toReversed()) {
    try {
      await end()
    } catch (error) {
      console.error(error)
    }
  }
}
