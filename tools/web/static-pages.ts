import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const scripts = /<script\b([^>]*)>[\s\S]*?<\/script>|<link\b[^>]*\brel="modulepreload"[^>]*>/g
/** Our own small scripts, which a page of words may have (rulings 61), and data that is no script at all. */
const keptScripts = /\bdata-still\b|\btype="application\/ld\+json"/

/** The same HTML without the framework's scripts and without links that would fetch them. */
export const withoutScripts = (html: string): string =>
  html.replace(scripts, (whole, attributes?: string) => (keptScripts.test(attributes ?? '') ? whole : ''))

/** Pages of words need no script: ships the prerendered HTML of these paths plain. */
export async function removeScripts(clientDir: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = join(clientDir, path, 'index.html')
    await writeFile(file, withoutScripts(await readFile(file, 'utf8')))
  }
}
