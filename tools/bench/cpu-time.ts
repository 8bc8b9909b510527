import { readdirSync, readFileSync } from 'node:fs'

// The kernel counts a process's time in hundredths of a second, whatever its own clock is (proc(5), sysconf).
const tick_ms = 10

type Process = { parent: number; cpuMs: number; command: string }

/** What this process has taken of the processors so far. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * What the processes below another one have taken of the processors so far, those that have ended since included. A
 * machine that is busy with other things makes work last longer, and takes it hardly more of the processors.
 */
export function cpuMsBelow(ancestor: number, isMeant: (command: string) => boolean): number {
  const processes = new Map(readdirSync('/proc').flatMap((name) => readProcess(Number(name))))
  const isBelow = (id: number): boolean => {
    const parent = processes.get(id)?.parent
    return parent === ancestor || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  return [...processes]
    .filter(([id, { command }]) => isBelow(id) && isMeant(command))
    .reduce((sum, [, { cpuMs }]) => sum + cpuMs, 0)
}

/** What one process has taken so far, those below it that have ended included. */
export const cpuMsOf = (id: number): number => readProcess(id)[0]?.[1].cpuMs ?? 0

function readProcess(id: number): [number, Process][] {
  if (!Number.isInteger(id)) return []
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1')
    // Behind the name, which may hold anything: state, parent, …, own time twice, time of ended children twice.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
    const command = readFileSync(`/proc/${id}/cmdline`, 'latin1')
    return [[id, { parent: Number(fields[1]), cpuMs: ticks * tick_ms, command }]]
  } catch {
    // It has ended meanwhile, and its time is its parent's.
    return []
  }
}
