import { zipSync, type Zippable } from 'fflate'
import type { FastifyInstance } from 'fastify'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentDisposition } from './content-disposition.ts'

/** A folder of the repository that anybody may have as an archive. */
export type FolderDownload = { url: `/api/${string}.zip`; folder: string; name: string }

/** The same bytes each time: no file has a time of its own. */
const archive_mtime = '1980-01-01T00:00:00'

/** Every file of a folder, below a folder of the archive's name. */
async function buildArchive({ folder, name }: FolderDownload): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
  const files: Zippable = {}
  for (const file of found)
    files[path.posix.join(name, path.relative(folder, file).split(path.sep).join('/'))] = await readFile(file)
  return Buffer.from(zipSync(files, { mtime: archive_mtime }))
}

/** Serves folders as archives. Nothing in them is secret. Each is made when somebody asks for it first. */
export function addFolderDownloads(app: FastifyInstance, downloads: readonly FolderDownload[]): void {
  for (const download of downloads) {
    let made: Promise<Buffer> | undefined
    app.get(download.url, { config: { open: 'description' } }, async (_request, reply) =>
      reply
        .type('application/zip')
        .header('content-disposition', contentDisposition(`${download.name}.zip`, 'attachment'))
        .send(await (made ??= buildArchive(download))),
    )
  }
}
