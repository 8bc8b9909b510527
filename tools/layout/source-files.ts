import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every file of the repository that somebody wrote: its path from the root, and its text. */
export type SourceFiles = ReadonlyMap<string, string>

/** Something that breaks a rule of ARCHITECTURE.md, and where. */
export type Finding = { file: string; problem: string }

const generatedFolders = new Set(['node_modules', 'build', 'data', 'test-results', 'playwright-report'])
const isHidden = (name: string) => name.startsWith('.') && name !== '.ci'
const binaryExtension = /\.(png|jpe?g|webp|ico|pdf|woff2?|ttf|otf|mp4|webm)$/

/** Reads the tree below `root`, without what is made, installed or hidden. */
export function readSources(root: string): SourceFiles {
  const files = new Map<string, string>()
  const read = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (generatedFolders.has(entry.name) || isHidden(entry.name)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) read(path)
      else if (entry.isFile())
        files.set(path, binaryExtension.test(path) ? '' : readFileSync(join(root, path), 'utf8'))
    }
  }
  read('')
  return files
}

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path)
export const isTest = (path: string): boolean => /\.(test|journey)\.tsx?$/.test(path)

/** The name of a file without its folders. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
