import { join } from 'node:path'
import pg from 'pg'
import { createVitest, type TestModule, type TestProject, type Vitest } from 'vitest/node'
import type { Mutation } from './mutation.ts'

const root = join(import.meta.dirname, '../..')

/** A mutation that lets a test wait for what never comes is noticed by its end. */
const test_timeout_ms = 90_000
const mutation_timeout_ms = 300_000

/** What a test said that noticed; null where none did. */
export type Notice = { test: string; named: string; said: string } | null

export type MutationRunner = {
  /** Tries one mutation: the tests it names, one file after the other, until one notices. */
  run(mutation: Mutation): Promise<Notice>
  /** The same tests on the product as it is: what fails there notices nothing. */
  runUnchanged(tests: readonly string[]): Promise<Notice[]>
  close(): Promise<void>
}

/** The place that is edited in memory, as Vite hands it to the tests: nothing on the disk changes. */
type Edit = { path: string; from: number; to: number; text: string } | null

const failureOf = ({ errors, children }: TestModule): { named: string; said: string } | null => {
  for (const test of children.allTests('failed')) {
    const [error] = test.result().errors ?? []
    return { named: test.fullName, said: (error?.message ?? '').split('\n')[0]!.slice(0, 160) }
  }
  const suite = [...children.allSuites()].find((one) => one.errors().length > 0)
  const [error] = [...errors(), ...(suite?.errors() ?? [])]
  return error
    ? {
        named: suite?.fullName ?? 'before its first test',
        said: (error.message ?? '').split('\n')[0]!.slice(0, 160),
      }
    : null
}

/** One process and one database for all mutations: each costs its tests and nothing more. */
export async function openMutationRunner(): Promise<MutationRunner> {
  let edit: Edit = null
  let found: { named: string; said: string } | null = null
  const plugin = {
    name: 'take a guard away',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!edit || id !== edit.path) return null
      return { code: code.slice(0, edit.from) + edit.text + code.slice(edit.to), map: null }
    },
  }
  const reporter = {
    onTestModuleEnd: (module: TestModule) => {
      if (module.state() === 'failed') found ??= failureOf(module) ?? { named: 'its end', said: '' }
    },
  }
  const vitest: Vitest = await createVitest(
    {
      root,
      config: false,
      watch: false,
      include: ['**/*.test.ts'],
      globalSetup: ['server/testing/global-setup.ts'],
      isolate: false,
      maxWorkers: 1,
      bail: 1,
      testTimeout: test_timeout_ms,
      hookTimeout: 2 * test_timeout_ms,
      reporters: [reporter],
      silent: true,
      // A file that was edited in memory has the same bytes on the disk: kept, it would be taken for the other.
      fsModuleCache: false,
    },
    { plugins: [plugin] },
  )
  // Makes the process and its database ready.
  await runFile('contract/kit.test.ts')
  const project = vitest.getRootProject()
  const unchanged = project.getProvidedContext().logins

  async function runFile(test: string): Promise<Omit<NonNullable<Notice>, 'test'> | null> {
    found = null
    const specification = vitest.getRootProject().createSpecification(join(root, test))
    const timer = setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), mutation_timeout_ms)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
    clearTimeout(timer)
    process.exitCode = 0
    const [module] = testModules
    if (!module) return { named: 'the whole file', said: String(unhandledErrors[0]) }
    if (found) return found
    return module.state() === 'passed'
      ? null
      : { named: 'the whole file', said: `${module.state()} ${String(unhandledErrors[0] ?? '')}` }
  }

  async function runTests(tests: readonly string[]): Promise<Notice> {
    for (const test of tests) {
      const noticed = await runFile(test)
      if (noticed) return { test, ...noticed }
    }
    return null
  }

  async function runEdited(
    mutation: Mutation,
    change: { file: string; from: number; to: number; text: string },
  ) {
    edit = { ...change, path: join(root, change.file) }
    vitest.invalidateFile(edit.path)
    try {
      return await runTests(mutation.tests)
    } finally {
      vitest.invalidateFile(edit.path)
      edit = null
    }
  }

  return {
    run: ({ change, ...mutation }) =>
      'sql' in change
        ? withMutatedTemplate({ project, logins: unchanged, sql: change.sql }, () => runTests(mutation.tests))
        : runEdited({ change, ...mutation }, change),
    async runUnchanged(tests) {
      const failures: Notice[] = []
      for (const test of tests) {
        const failed = await runFile(test)
        if (failed) failures.push({ test, ...failed })
      }
      return failures
    },
    close: () => vitest.close(),
  }
}

type Logins = ReturnType<TestProject['getProvidedContext']>['logins']
type Template = { project: TestProject; logins: Logins; sql: string }

/** Lets the tests copy another database than the one that was migrated: its copy, with one guard less. */
async function withMutatedTemplate<T>(
  { project, logins, sql }: Template,
  work: () => Promise<T>,
): Promise<T> {
  const database = 'mutated'
  const asOwner = async (name: string, ...statements: string[]) => {
    const client = new pg.Client({ ...logins.owner, database: name })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await asOwner(
    'postgres',
    `drop database if exists ${database} with (force)`,
    `create database ${database} template ${logins.owner.database} strategy file_copy`,
  )
  await asOwner(database, sql)
  project.provide('logins', { ...logins, owner: { ...logins.owner, database } })
  try {
    return await work()
  } finally {
    project.provide('logins', logins)
    await asOwner('postgres', `drop database if exists ${database} with (force)`)
  }
}
