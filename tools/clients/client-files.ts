import { buildBrunoCollection } from './bruno-collection.ts'
import { buildTypescriptClient } from './typescript-client.ts'

/** What is published for other programs and is written from the contract: each file by its path below `clients/`. */
export async function buildClientFiles(): Promise<Map<string, string>> {
  const collection = [...buildBrunoCollection()].map(([name, text]) => [`bruno/${name}`, text] as const)
  return new Map([['typescript/candour.ts', await buildTypescriptClient()], ...collection])
}
