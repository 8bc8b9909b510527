/** Checks `content/` and writes `build/content/`: `node tools/content/build-content.ts`. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { emitContent } from './content-emission.ts'
import { problemLine } from './content-file.ts'
import { loadContent } from './content-loader.ts'

const root = join(import.meta.dirname, '../..')
const { content, problems } = loadContent(root)
if (problems.length > 0) {
  console.error(problems.map(problemLine).join('\n'))
  console.error(`${problems.length} problems in content/`)
  process.exit(1)
}

const target = join(root, 'build/content')
const libraryTypes = readFileSync(join(import.meta.dirname, 'library-types.ts'), 'utf8')
const emitted = emitContent(content, libraryTypes)
mkdirSync(join(target, 'library'), { recursive: true })
for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (entry.isFile() && !emitted.has(relative(target, path))) rmSync(path)
}
for (const [name, text] of emitted) writeFileSync(join(target, name), text)
console.log(`content: ${content.templates.length} templates, ${emitted.size} files in build/content`)
