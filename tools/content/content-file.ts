import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A file of `content/`, by its path from the repository's root. */
export type ContentFile = { path: string; text: string }

/** What is wrong, where. `line` counts from 1; 0 means the file as a whole. */
export type Problem = { path: string; line: number; message: string }

/** How a loader says that a line is wrong, and goes on to find the next fault. */
export type Report = (line: number, message: string) => void

/** A report that adds to `problems` under the file's path. */
export function reporter(file: ContentFile, problems: Problem[]): Report {
  return (line, message) => problems.push({ path: file.path, line, message })
}

/** The files with this ending in a folder and those inside it, by path; none when the folder does not exist. */
export function readFolder(root: string, folder: string, ending: string): ContentFile[] {
  const directory = join(root, folder)
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(directory, name), 'utf8') }))
}

/** The file's name without folder and ending: the id of a template, block, message or page. */
export function nameOf(file: ContentFile): string {
  return file.path.replace(/^.*\//, '').replace(/\.\w+$/, '')
}

/** A problem as one line that an editor can jump to. */
export function problemLine({ path, line, message }: Problem): string {
  return line > 0 ? `${path}:${line}: ${message}` : `${path}: ${message}`
}
