/**
 * Builds the pages twice, from copies of the working tree in folders of different names, and compares every byte of
 * what browsers load: whoever has the sources can tell that the pages served are made of them.
 *
 *   node tools/prove/reproducible-build.ts
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const excludedFolders = new Set(['node_modules', 'build', 'data', '.git'])

/** A copy of the sources with the packages of this one, built; where it is. */
function buildCopy(name: string): string {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), `candour-${name}-`)), name)
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => !excludedFolders.has(path.relative(root, source).split(path.sep)[0]!),
  })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const { status } = spawnSync(process.execPath, ['tools/build.ts'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`The copy ${name} could not be built`)
  return folder
}

/** The hash of each file below a folder, by its path there. */
function hashesOf(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = paths.filter((file) => statSync(path.join(folder, file)).isFile()).toSorted()
  return new Map(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex'),
    ]),
  )
}

const folders = ['one', 'another-with-a-longer-name'].map(buildCopy)
const [first, second] = folders.map((folder) => hashesOf(path.join(folder, 'build/web'))) as [
  Map<string, string>,
  Map<string, string>,
]
for (const folder of folders) rmSync(path.dirname(folder), { recursive: true })
const all = [...new Set([...first.keys(), ...second.keys()])]
const differingFiles = all.filter((file) => first.get(file) !== second.get(file))
const combinedHash = createHash('sha256')
  .update(JSON.stringify([...first]))
  .digest('hex')
console.log(
  `${all.length} files built twice; ${differingFiles.length} differ; all of them together are ${combinedHash}`,
)
for (const file of differingFiles) console.error(`  ${file}`)
process.exit(differingFiles.length > 0 || all.length === 0 ? 1 : 0)
