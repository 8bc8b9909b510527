import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { JobScope } from '../../platform/database/transaction.ts'
import { photoFileName } from '../account/index.ts'
import { nameOfInspectionPack } from '../compliance/index.ts'
import { storedDocuments } from '../documents/index.ts'
import { storedForeignRecords } from '../foreign-records/index.ts'
import { storedScans } from '../paper/index.ts'
import { storedPictures } from '../pictures/index.ts'
import { nameOfGroupReport } from '../practice-groups/index.ts'
import { nameOfCertificate, storedPacks } from '../records/index.ts'
import { storedTicketFiles } from '../tickets/index.ts'

type Row = Record<string, unknown>

/** A file that a row names, and its hash where the row knows it. */
export type ReferencedFile = {
  name: string
  sha256: string | null
  /** A video that has arrived and is still where uploads are; then `name` is its place there. */
  upload?: { id: string; storedAs: string }
}

/**
 * `owned` tells, as SQL, a practice's own rows from others that its jobs see: all are, where it is left out, and none,
 * which its jobs do not see either, where it is null.
 */
type Source = { query: string; filesOf(row: Row): ReferencedFile[]; owned?: string | null }

const withHash = (storedAs: string, row: Row): ReferencedFile => ({
  name: storedAs,
  sha256: String(row.sha256),
})

const uploadPath = (id: string): string => `uploads/${id}.whole`

function filesOfVideo({ public_id, sha256, upload_id, playable_id, poster_id }: Row): ReferencedFile[] {
  const [storedAs, known] = [String(public_id), String(sha256)]
  if (upload_id) {
    const id = String(upload_id)
    return [{ name: uploadPath(id), sha256: known, upload: { id, storedAs } }]
  }
  const made = [playable_id, poster_id].filter((name) => name !== null)
  return [{ name: storedAs, sha256: known }, ...made.map((name) => ({ name: String(name), sha256: null }))]
}

/**
 * Everything that stands behind a row as a file. Each query names a file once, and in the same order whenever it is asked
 * of the same rows.
 */
const sources: readonly Source[] = [
  {
    query: 'select sha256, consent_id, kind, number from document_versions order by clinic_id, id',
    filesOf: (row) => [withHash(storedDocuments.fileOf(row).storedAs, row)],
  },
  {
    // Until the store has them, the bytes are in the database.
    query: `select f.* from paper_files f where not exists
              (select from paper_uploads u where u.clinic_id = f.clinic_id and u.id = f.id) order by f.clinic_id, f.id`,
    filesOf: (row) => [withHash(storedScans.fileOf(row).storedAs, row)],
  },
  {
    query: `select id, consent_id, sha256, type, caption from consent_pictures where waiting_bytes is null
            order by clinic_id, id`,
    filesOf: (row) => [withHash(storedPictures.fileOf(row).storedAs, row)],
  },
  {
    query: `select id, sha256, source, title from foreign_records where waiting_bytes is null order by clinic_id, id`,
    filesOf: (row) => [withHash(storedForeignRecords.fileOf(row).storedAs, row)],
  },
  {
    query: `select distinct sha256, status from record_files where status = 'ready' order by sha256`,
    filesOf: (row) => [withHash(storedPacks.fileOf(row)!.storedAs, row)],
  },
  {
    query: `select distinct sha256 from inspection_packs where status = 'ready' order by sha256`,
    filesOf: (row) => [withHash(nameOfInspectionPack(String(row.sha256)), row)],
  },
  {
    query: `select distinct sha256 from group_evidence_reports where status = 'ready' order by sha256`,
    filesOf: (row) => [withHash(nameOfGroupReport(String(row.sha256)), row)],
    owned: null,
  },
  {
    query: `select distinct sha256 from destructions where sha256 is not null order by sha256`,
    filesOf: (row) => [withHash(nameOfCertificate(String(row.sha256)), row)],
  },
  {
    query: `select id, sha256, ticket_id, name from ticket_files where waiting_bytes is null order by clinic_id, id`,
    filesOf: (row) => [withHash(storedTicketFiles.fileOf(row).storedAs, row)],
  },
  {
    query: `select public_id, sha256, upload_id, playable_id, poster_id, owner_clinic_id from videos
            where scan <> $$removed$$ order by id`,
    filesOf: filesOfVideo,
    owned: 'owner_clinic_id is not null',
  },
  {
    query: `select distinct image as sha256 from auth."user" where image ~ '^[0-9a-f]{64}$' order by 1`,
    filesOf: (row) => [withHash(photoFileName(String(row.sha256)), row)],
    owned: null,
  },
]

const rows_per_page = 1000

/** The files that the rows of this database name, in an order of their own. Runs in the caller's transaction. */
export async function* listReferencedFiles(client: pg.ClientBase): AsyncGenerator<ReferencedFile> {
  for (const { query, filesOf } of sources) {
    await client.query(`declare named_files no scroll cursor for ${query}`)
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${rows_per_page} from named_files`)
      yield* rows.flatMap(filesOf)
      if (rows.length < rows_per_page) break
    }
    await client.query('close named_files')
  }
}

/** A file that a row of one practice names. */
export type ClinicFile = Pick<ReferencedFile, 'name' | 'sha256'> & {
  /** By which its row is found. */
  rowHash: string
}

async function findClinicFiles({ tx }: JobScope, source: Source, rowHash?: string): Promise<ClinicFile[]> {
  const { query, filesOf, owned = 'true' } = source
  if (owned === null) return []
  const chosen = rowHash === undefined ? sql`` : sql` and named.sha256 = ${rowHash}`
  const { rows } = await tx.execute<Row>(
    sql`select * from (${sql.raw(query)}) named where ${sql.raw(owned)}${chosen}`,
  )
  return rows.flatMap((row) =>
    filesOf(row)
      // What is arriving is encrypted when it is stored.
      .filter(({ upload }) => !upload)
      .map(({ name, sha256 }) => ({ name, sha256, rowHash: String(row.sha256) })),
  )
}

/** The files of a practice, which its data key encrypts: all but those that are arriving. */
export async function listClinicFiles(scope: JobScope): Promise<ClinicFile[]> {
  const found: ClinicFile[] = []
  for (const source of sources) found.push(...(await findClinicFiles(scope, source)))
  return found
}

/** Whether a row still names a file. */
export async function isStillNamed(scope: JobScope, { name, rowHash }: ClinicFile): Promise<boolean> {
  for (const source of sources)
    if ((await findClinicFiles(scope, source, rowHash)).some((file) => file.name === name)) return true
  return false
}
