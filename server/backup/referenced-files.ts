import type pg from 'pg'
import { storedDocuments } from '../modules/documents/index.ts'
import { photoFileName } from '../modules/account/index.ts'
import { nameOfInspectionPack } from '../modules/compliance/index.ts'
import { storedScans } from '../modules/paper/index.ts'
import { storedPictures } from '../modules/pictures/index.ts'
import { nameOfCertificate, storedPacks } from '../modules/records/index.ts'

type Row = Record<string, unknown>

/** A file that a row names, and its hash where the row knows it. */
export type ReferencedFile = {
  name: string
  sha256: string | null
  /** A video that has arrived and is still where uploads are; then `name` is its place there. */
  upload?: { id: string; storedAs: string }
}

type Source = { query: string; filesOf(row: Row): ReferencedFile[] }

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
const sources: Source[] = [
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
    query: `select distinct sha256, status from record_files where status = 'ready' order by sha256`,
    filesOf: (row) => [withHash(storedPacks.fileOf(row)!.storedAs, row)],
  },
  {
    query: `select distinct sha256 from inspection_packs where status = 'ready' order by sha256`,
    filesOf: (row) => [withHash(nameOfInspectionPack(String(row.sha256)), row)],
  },
  {
    query: `select distinct sha256 from destructions where sha256 is not null order by sha256`,
    filesOf: (row) => [withHash(nameOfCertificate(String(row.sha256)), row)],
  },
  {
    query:
      'select public_id, sha256, upload_id, playable_id, poster_id from videos where scan <> $$removed$$ order by id',
    filesOf: filesOfVideo,
  },
  {
    query: `select distinct image as sha256 from auth."user" where image ~ '^[0-9a-f]{64}$' order by 1`,
    filesOf: (row) => [withHash(photoFileName(String(row.sha256)), row)],
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
