import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** How far the demo's year is, kept after each step: a start after a kill goes on from there. */
export type YearMark = {
  /** The moment of the start that made the demo: what is planned goes by it. */
  endsAt: number
  steps: number
  consents: number
  /** All of it is there, or it was given up. */
  isOver: boolean
}

/** The year of history while it is made, as the rest of the product knows it. */
export type DemoYear = {
  /** How far it is, for the clinic that it is made in; null for others, and once it is over. */
  progressOf(clinicId: string): { made: number; of: number } | null
  /** Does what looks after consents by the time of today between two steps, so that it meets none half done. */
  takeTurn(sweep: string, work: () => Promise<void>): Promise<void>
}

/** There is nothing to run: the demo is an older one, or none, or its year is off. */
export const noYear: YearMark = { endsAt: 0, steps: 0, consents: 0, isOver: true }

const markFile = (dataDir: string) => path.join(dataDir, 'demo-year.json')

/** The mark of an earlier step; null where no year was begun, or its file cannot be read. */
export function readYearMark(dataDir: string): YearMark | null {
  try {
    return JSON.parse(readFileSync(markFile(dataDir), 'utf8')) as YearMark
  } catch {
    return null
  }
}

/** Whole or not at all. */
export async function saveYearMark(dataDir: string, mark: YearMark): Promise<void> {
  const file = markFile(dataDir)
  await writeFile(`${file}.draft`, `${JSON.stringify(mark)}\n`, { mode: 0o600 })
  await rename(`${file}.draft`, file)
}

/** Says that a demo made at this moment is to be given a year of history. */
export const beginYear = (dataDir: string, endsAt: number): Promise<void> =>
  saveYearMark(dataDir, { endsAt, steps: 0, consents: 0, isOver: false })

/** Leaves the year as far as it is: digests of the days behind it may be made from now on. */
export async function abandonYear(dataDir: string): Promise<void> {
  const mark = readYearMark(dataDir)
  if (mark && !mark.isOver) await saveYearMark(dataDir, { ...mark, isOver: true })
}

/** Lets one piece of work run at a time, in the order in which they came. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }
}
