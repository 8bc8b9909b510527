import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildEmbed } from './build-embed.ts'
import { buildPatient } from './build-patient.ts'
import { buildServer } from './build-server.ts'
import { buildVerifier } from './build-verifier.ts'
import { withBuildLock } from './build-lock.ts'
import { runBuildSteps, type BuildStep } from './incremental-build.ts'
import { writeCrawlerFiles } from './web/crawler-files.ts'
import { emitContract } from './web/emit-contract.ts'
import { buildPageTable } from './web/route-table.ts'

const webDir = 'build/web'
const tools = ['package-lock.json', 'tools/build*.ts', 'tools/web/**']
const sources = [
  ...tools,
  'contract/**',
  'web/**',
  'wording/**',
  'verification/**',
  'build/content/**',
  'build/contract/**',
  'build/trial/**',
]

/** Everything the server and the browsers need that is not written by hand, in the order it must be made. */
export const buildSteps: BuildStep[] = [
  {
    name: 'content',
    inputs: [
      'content/**',
      'tools/content/**',
      'tools/clips/clip-storyboard.ts',
      'wording/**',
      'contract/languages.ts',
      'contract/phrases.ts',
      'contract/risk-rules.ts',
      'contract/teeth.ts',
    ],
    outputs: ['build/content/templates.json', 'build/content/page.site.json'],
    run: () => runNode('tools/content/build-content.ts'),
  },
  {
    name: 'contract',
    inputs: [...tools, 'contract/**'],
    outputs: ['build/contract/app.json', 'build/contract/seldom.json', 'build/contract/platform.json'],
    run: () => emitContract('build/contract'),
  },
  {
    name: 'trial',
    after: ['content'],
    // What freezes a form for its patient, wherever it takes part of that from.
    inputs: [
      ...tools,
      'tools/trial/**',
      'build/content/**',
      'contract/**',
      'server/{demo,modules}/**',
      'wording/**',
    ],
    outputs: ['build/trial/form.en.json', 'build/trial/words.json'],
    run: () => runNode('tools/trial/build-trial.ts'),
  },
  {
    name: 'server',
    // Content is read when it starts, and so is no part of it.
    inputs: [...tools, 'server/**', 'contract/**', 'verification/**', 'wording/**'],
    outputs: ['build/server/main.js'],
    run: () => buildServer({ outDir: 'build/server' }),
  },
  {
    name: 'verifier',
    inputs: [...tools, 'verification/**', 'web/areas/verifier/**'],
    outputs: ['build/verifier/verify.html'],
    run: () => buildVerifier({ file: 'build/verifier/verify.html' }),
  },
  {
    name: 'types',
    inputs: [
      ...tools,
      'web/routes.ts',
      'web/library-groups.ts',
      'react-router.config.ts',
      'web/root.tsx',
      'web/areas/**',
    ],
    outputs: ['.react-router/types'],
    run: () => runNode('node_modules/@react-router/dev/bin.cjs', 'typegen'),
  },
  {
    name: 'web',
    after: ['content', 'contract', 'trial', 'types'],
    inputs: [...sources, 'react-router.config.ts', 'vite.config.ts'],
    outputs: [`${webDir}/client/index.html`],
    run: () => runNode('node_modules/@react-router/dev/bin.cjs', 'build'),
  },
  {
    name: 'patient',
    after: ['content', 'contract', 'trial', 'web'],
    inputs: [...sources, 'vite.patient.config.ts'],
    outputs: ['index', 'address', 'trial'].map((name) => `${webDir}/patient/${name}.html`),
    run: () => buildPatient({ outDir: resolve(webDir, 'patient') }),
  },
  {
    name: 'embed',
    // What builds the web empties its folder first.
    after: ['content', 'contract', 'web'],
    inputs: [...tools, 'contract/**', 'web/areas/embed/**', 'web/features/consents/**', 'web/ui/**'],
    outputs: [`${webDir}/embed/embed.html`],
    run: () => buildEmbed({ outDir: resolve(webDir, 'embed') }),
  },
  {
    name: 'pages',
    after: ['web', 'patient', 'embed'],
    // Made from what the two steps before left behind, so their stamps say whether it is stale.
    inputs: ['build/stamps/{web,patient,embed}', ...tools],
    outputs: [`${webDir}/routes.json`, `${webDir}/client/robots.txt`],
    run: writePageTable,
  },
  {
    name: 'compress',
    after: ['pages'],
    // Whatever has changed is found by its age; without it the server compresses a file when it is first asked for.
    inputs: ['build/stamps/{web,patient,embed}', ...tools],
    outputs: [],
    run: () => runNode('tools/web/compress-web.ts'),
  },
]

/** Runs the named steps that are stale, each by `run`. Throws the first failure, which says what failed. */
export const build = (names: readonly string[], run?: (step: BuildStep) => Promise<void>): Promise<void> =>
  withBuildLock(() =>
    runBuildSteps(
      buildSteps.filter(({ name }) => names.includes(name)),
      run,
    ),
  )

async function writePageTable() {
  const site = JSON.parse(await readFile('build/content/page.site.json', 'utf8'))
  await writeCrawlerFiles(`${webDir}/client`, site.origin)
  const table = JSON.stringify(await buildPageTable(webDir, site.origin), null, 2)
  const file = `${webDir}/routes.json`
  // Left untouched when nothing changed: the development server restarts on it.
  if ((await readFile(file, 'utf8').catch(() => null)) !== table) await writeFile(file, table)
}

/** Runs a script with this Node; what it printed is shown only if it fails. */
async function runNode(...args: string[]) {
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }).catch((failure) => {
    throw new Error(`${args.join(' ')} failed:\n${failure.stdout}${failure.stderr}`)
  })
}
