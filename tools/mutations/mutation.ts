import { createHash } from 'node:crypto'

/** One guard taken away: of a source file by other text in a place of it, or of the database by a statement. */
export type Mutation = {
  kind: MutationKind
  /** What guards, in words that stay the same while its code does: with the kind, its name in the table. */
  guard: string
  change: { file: string; from: number; to: number; text: string } | { sql: string }
  /** Test files that are expected to notice, the quickest first. */
  tests: string[]
}

export const mutationKinds = [
  'row-level policy',
  'row-level security',
  'grant',
  'guard trigger',
  'guard function',
  'check constraint',
  'operation demand',
  'handler refusal',
  'rule',
  'http guard',
  'cryptographic guard',
] as const
export type MutationKind = (typeof mutationKinds)[number]

const digestOf = (name: string) => createHash('sha256').update(name).digest('hex')

/** At most so many of all, scattered, and the same ones as long as they are there, whatever is added beside them. */
export const sampleByName = <T>(all: readonly T[], most: number, nameOf: (one: T) => string): T[] =>
  all
    .map((one) => ({ one, digest: digestOf(nameOf(one)) }))
    .toSorted((a, b) => (a.digest < b.digest ? -1 : 1))
    .slice(0, most)
    .map(({ one }) => one)
