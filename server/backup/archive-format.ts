import { z } from 'zod'

/** Counts up when an older release could not read what a newer one writes. */
export const format_version = 2

/** Where things are in an archive, in this order. */
export const entryNames = {
  header: 'header.json',
  masterKey: 'master.key',
  tables: 'tables/',
  files: 'files/',
  list: 'file-list/',
  manifest: 'manifest.json',
} as const

const hash = z.string().regex(/^[\da-f]{64}$/)

/** A table as it was copied: which columns, in which order. */
const ArchivedTable = z.object({ name: z.string(), columns: z.array(z.string()) })

/** What is known before the first row is read. */
export const Header = z.object({
  format: z.number(),
  product: z.literal('candour'),
  version: z.string(),
  /** The moment of the snapshot: everything committed before it is in the archive, and nothing else. */
  takenAt: z.iso.datetime(),
  /** The same as PostgreSQL tells it: which transactions were over. */
  snapshot: z.string(),
  /** Of each migration that was applied, in order. */
  migrations: z.array(hash),
  jobSchema: z.number(),
  /** Tells one master key from another, and nothing of it. */
  keyMark: hash,
  tables: z.array(ArchivedTable),
})
export type Header = z.infer<typeof Header>

/** What is known after the last byte. */
export const Manifest = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: hash })),
  files: z.object({ count: z.number(), bytes: z.number(), sha256: hash }),
  /** Files that rows name and the store did not have, or had with other bytes. */
  missing: z.array(z.string()),
  chains: z.object({
    /** The last seal of each practice's audit log. */
    audit: z.array(z.object({ clinicId: z.string(), number: z.number(), hash })),
    /** How many consents have a chain, and the SHA-256 of all their heads. */
    consents: z.object({ count: z.number(), sha256: hash }),
  }),
})
export type Manifest = z.infer<typeof Manifest>

/**
 * A line of the list of files; without a hash the file is not in the archive. Of an encrypted file `sha256` is that of the
 * bytes in the archive and `plain` that of what they hold, null where its data key was destroyed.
 */
export type FileLine = { name: string; sha256: string | null; bytes: number; plain?: string | null }

export const formatFileLine = ({ name, sha256, bytes, plain }: FileLine): string =>
  JSON.stringify({ name, sha256, bytes, plain })
/** Whether a file has the hash that its row says; of one that nobody can read any more that is not known. */
export const hasContent = ({ sha256, plain = sha256 }: FileLine, expected: string | null): boolean =>
  sha256 !== null && (expected === null || plain === null || plain === expected)

export const parseFileLine = (text: string): FileLine => JSON.parse(text) as FileLine
