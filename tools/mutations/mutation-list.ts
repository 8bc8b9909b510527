import type { SourceFiles } from '../layout/source-files.ts'
import { isTest } from '../layout/source-files.ts'
import { databaseMutations } from './database-mutations.ts'
import type { Mutation } from './mutation.ts'
import { sourceMutations } from './source-mutations.ts'

/** All mutations that are tried, from the product as it is, and the guards that they were taken from. */
export function listMutations(files: SourceFiles): { mutations: Mutation[]; guards: string[] } {
  const tests = new Map([...files].filter(([path]) => isTest(path)))
  const rights = files.get('server/migrations/database-rights.txt')!
  const [database, source] = [databaseMutations(rights, tests), sourceMutations(files)]
  return {
    mutations: [...database.mutations, ...source.mutations],
    guards: [...database.guards, ...source.guards],
  }
}
