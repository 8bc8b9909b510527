/** `npm run clients`: writes the TypeScript client and the Bruno collection from the contract. A test says when they are stale. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildClientFiles } from './clients/client-files.ts'

const folder = path.join(import.meta.dirname, '../clients')
const written = await buildClientFiles()
for (const made of ['bruno/quick-start', 'bruno/operations', 'bruno/environments'])
  rmSync(path.join(folder, made), { recursive: true, force: true })
for (const [name, text] of written) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
console.log(`${written.size} files in clients/.`)
