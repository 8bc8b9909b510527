import { imported_files_max, imported_text_length_max } from '../../../contract/limits.ts'

export type ChosenFile = { name: string; text: string }
/** What can be sent, and which files cannot be read, each with the reason. */
export type ChosenFiles = { files: ChosenFile[]; unread: { file: string; remark: string }[] }

/** The server takes 12 MB in one request; a little of it is not the files’. */
const request_bytes_max = 12 * 1024 * 1024 - 4096
const archive_bytes_max = 24 * 1024 * 1024
const name_length_max = 200

const isArchive = (name: string) => /\.zip$/i.test(name)
const isTemplateFile = (name: string) => /\.(json|md|markdown)$/i.test(name)
/** What systems put into archives beside what somebody packed. */
const isHidden = (path: string) => path.endsWith('/') || /(^|\/)(__MACOSX\/|\.)/.test(path)

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).slice(-name_length_max)

/** Reads what somebody has chosen or dropped; archives are unpacked here. */
export async function readChosen(list: readonly File[]): Promise<ChosenFiles> {
  const chosen: ChosenFiles = { files: [], unread: [] }
  for (const file of list) {
    const found = isArchive(file.name) ? await unpack(file) : await readFile(file)
    chosen.files.push(...found.files)
    chosen.unread.push(...found.unread)
  }
  const { files } = chosen
  if (files.length > imported_files_max)
    throw new Error(`These are ${files.length} files. At most ${imported_files_max} are imported at once.`)
  if (new Blob([JSON.stringify(files)]).size > request_bytes_max)
    throw new Error('These files are larger than 12 MB together. Import them in parts.')
  return chosen
}

const unread = (name: string, remark: string): ChosenFiles => ({
  files: [],
  unread: [{ file: nameOf(name), remark }],
})

async function readFile(file: File): Promise<ChosenFiles> {
  if (!isTemplateFile(file.name)) return unread(file.name, 'It is neither a JSON, a Markdown nor a ZIP file.')
  if (file.size > imported_text_length_max) return unread(file.name, tooLarge)
  return readText(file.name, new Uint8Array(await file.arrayBuffer()))
}

const tooLarge = 'It is larger than 8 MB.'

function readText(path: string, bytes: Uint8Array): ChosenFiles {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { files: [{ name: nameOf(path), text }], unread: [] }
  } catch {
    return unread(path, 'It is not text in UTF-8.')
  }
}

/** The templates' files of an archive. What it says of their sizes is believed only as far as it is small. */
async function unpack(archive: File): Promise<ChosenFiles> {
  if (archive.size > archive_bytes_max) return unread(archive.name, 'It is larger than 24 MB.')
  const { unzipSync } = await import('fflate')
  const chosen: ChosenFiles = { files: [], unread: [] }
  let [count, unpacked] = [0, 0]
  const shouldUnpack = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (isHidden(name) || !isTemplateFile(name)) return false
    count++
    unpacked += originalSize
    if (count > imported_files_max || unpacked > request_bytes_max) throw new ArchiveTooLargeError()
    return true
  }
  try {
    const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()), { filter: shouldUnpack })
    for (const [path, bytes] of Object.entries(entries)) {
      const { files, unread } = readText(path, bytes)
      chosen.files.push(...files)
      chosen.unread.push(...unread)
    }
  } catch (error) {
    return unread(
      archive.name,
      error instanceof ArchiveTooLargeError ? error.message : 'It is not a readable ZIP archive.',
    )
  }
  return count > 0 ? chosen : unread(archive.name, 'It contains no JSON or Markdown files.')
}

class ArchiveTooLargeError extends Error {
  override name = 'ArchiveTooLargeError'
  constructor() {
    super(`It contains more than ${imported_files_max} files, or more than 12 MB once unpacked.`)
  }
}
