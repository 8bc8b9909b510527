import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { buildClientFiles } from './client-files.ts'
import { describedOperations } from './described-operations.ts'

const folder = path.join(import.meta.dirname, '../../clients')
/** Written by hand. */
const isByHand = (name: string) => path.basename(name) === 'README.md'

it('has the clients as the contract says: otherwise run `npm run clients`', async () => {
  const built = await buildClientFiles()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !isByHand(name))
  expect(names.toSorted()).toEqual([...built.keys()].toSorted())
  for (const [name, text] of built) expect(readFileSync(path.join(folder, name), 'utf8'), name).toBe(text)
})

it('holds every operation in both, and the five calls of the quick start', async () => {
  const built = await buildClientFiles()
  const client = built.get('typescript/candour.ts')!
  for (const { name } of describedOperations) expect(client).toContain(`async ${name}(`)
  const requests = [...built.keys()].filter((name) => name.startsWith('bruno/operations/'))
  expect(requests).toHaveLength(describedOperations.length)
  const first = [...built].filter(([name]) => name.startsWith('bruno/quick-start/'))
  expect(first).toHaveLength(5)
  // The four that follow use the consent that the second has made.
  expect(first.filter(([, text]) => text.includes('consentId: {{consent}}'))).toHaveLength(3)
  expect(first.filter(([, text]) => text.includes('bru.setVar("consent"'))).toHaveLength(1)
})

it('sends no value of a test, which means nothing elsewhere', async () => {
  for (const [name, text] of await buildClientFiles())
    expect(text.match(/: "?:[a-z]\w+"?$/gm) ?? [], name).toEqual([])
})
