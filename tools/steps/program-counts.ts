import { existsSync, readFileSync, writeFileSync } from 'node:fs'

type Counts = Record<string, number>

/** Names the file that a program may leave its counts in, for the table of all that were run. */
export const countsFile = 'COUNTS_FILE'

/** Leaves what a program counted for whoever runs several of them. */
export function writeCounts(counts: Counts): void {
  const file = process.env[countsFile]
  if (file) writeFileSync(file, JSON.stringify(counts))
}

/** What a program left there; nothing where it did not. */
export const readCounts = (file: string): Counts =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counts) : {}

/** What several programs counted, together. */
export function sumCounts(all: readonly Counts[]): Counts {
  const sum: Counts = {}
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
