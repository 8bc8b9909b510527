import { join } from 'node:path'
import { expect, test } from 'vitest'
import packages from '../../package.json' with { type: 'json' }
import { checkContractValues, checkImports, checkOrder } from './import-rules.ts'
import { checkDraftForms } from './draft-rules.ts'
import { formatFindings } from './source-fixture.ts'
import { readOrder } from './module-order.ts'
import {
  checkContent,
  checkExportedWords,
  checkExports,
  checkModuleNames,
  checkPaths,
  checkUniqueNames,
} from './name-rules.ts'
import { checkPackages, checkWording } from './package-rules.ts'
import { readSources } from './source-files.ts'
import { readGraph } from './source-graph.ts'
import { checkMigrations, checkSqlWrites, checkTableWrites } from './table-rules.ts'
import {
  checkAny,
  checkConnections,
  checkDateConversions,
  checkForbiddenMarkers,
  checkDomainTerms,
  checkSessionState,
  checkSpans,
} from './text-rules.ts'
import { checkCycles, checkUnusedCodes, checkUnusedExports, checkUnusedFiles } from './use-rules.ts'

// The rules of ARCHITECTURE.md on the repository as it is; the tests beside this one show that each can fail.
const files = readSources(join(import.meta.dirname, '../..'))
const graph = readGraph(files)
const order = readOrder(files.get('server/modules/order.ts')!)
const product = Object.keys(packages.dependencies)
const declared = { product, all: [...product, ...Object.keys(packages.devDependencies)] }

test('there is a repository to look at', () => {
  expect(graph.size).toBeGreaterThan(300)
  expect(graph.get('server/app.ts')?.imports.length).toBeGreaterThan(10)
})

test.each([
  ['imports follow the table', () => checkImports(graph, order)],
  ['every module and feature is in the order', () => checkOrder(graph, order)],
  ['browsers take only plain values from the contract', () => checkContractValues(graph)],
  ['packages are declared, and patients are spared the heavy ones', () => checkPackages(graph, declared)],
  ["the wording's checks bring nothing with them", () => checkWording(graph)],
  ['no files need one another in a ring', () => checkCycles(graph)],
  ['every file is used', () => checkUnusedFiles(files, graph)],
  ['every export is used', () => checkUnusedExports(graph)],
  ['every code of the error catalogue is answered, or says why not', () => checkUnusedCodes(graph)],
  ['paths are in kebab-case, telling, and not too deep', () => checkPaths(files)],
  ['names are unique', () => checkUniqueNames(files)],
  ['files of a module are named by its nouns', () => checkModuleNames(files)],
  ['exports are named, and an index is short', () => checkExports(graph)],
  ['exported names use the field’s words', () => checkExportedWords(graph)],
  ['no form loses what is typed into it', () => checkDraftForms(graph)],
  ['content is data', () => checkContent(files)],
  ['only their own module changes its tables', () => [...checkTableWrites(graph), ...checkSqlWrites(graph)]],
  ['migrations are in order', () => checkMigrations(files)],
  ['the platform and the parts of pages know no word of the trade', () => checkDomainTerms(files, graph)],
  ['nothing is put off or silenced', () => checkForbiddenMarkers(graph)],
  ['no connection is lost without being heard', () => checkConnections(graph)],
  ['nothing outlives its transaction in a session', () => checkSessionState(graph)],
  ['a day is the practice’s, never UTC’s', () => checkDateConversions(graph)],
  ['spans are made by one module', () => checkSpans(graph)],
  ["'any' has its reason", () => checkAny(graph)],
])('%s', (_, check) => expect(formatFindings(check())).toEqual([]))
