import { useState } from 'react'
import { ticket_file_bytes_max, ticket_files_bytes_max, ticket_files_max } from '../../../contract/limits.ts'
import { fileContent } from '../../ui/file-content.ts'

/** Why files cannot be attached beside those that are; null where they can. */
function fileError(files: readonly File[]): string | null {
  if (files.length > ticket_files_max) return `Attach at most ${ticket_files_max} files.`
  const large = files.find(({ size }) => size > ticket_file_bytes_max)
  if (large) return `${large.name} is larger than 4 MB.`
  const sum = files.reduce((all, { size }) => all + size, 0)
  return sum > ticket_files_bytes_max ? 'Together the files are larger than 10 MB.' : null
}

/** Files that somebody chose to attach, and what is wrong with the last choice. */
export function useTicketFiles() {
  const [files, setFiles] = useState<readonly File[]>([])
  const [error, setError] = useState<string | null>(null)
  function add(chosen: File[]) {
    const all = [...files, ...chosen]
    const found = fileError(all)
    setError(found)
    if (!found) setFiles(all)
  }
  function remove(file: File) {
    setFiles(files.filter((one) => one !== file))
    setError(null)
  }
  function clear() {
    setFiles([])
    setError(null)
  }
  /** The files as they are sent. */
  const contents = () =>
    Promise.all(files.map(async (file) => ({ name: file.name, content: await fileContent(file) })))
  return { files, fault: error, add, remove, clear, contents }
}
