import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { escapeHtml } from '../server/platform/escape-html.ts'
import { trialPath } from '../web/routes.ts'

const root = join(import.meta.dirname, '..')
const area = join(root, 'web/areas/patient')
const assets = 'patient-assets'
/** Prefixes whose pages are signed at: each has its worker, because a worker reaches no further than its folder. */
const workerPrefixes = ['sign-consent', 'ai-consent', 'kiosk']

/**
 * Builds the patient pages into `outDir`: `index.html` for links, with the birth-date page already in it,
 * `address.html` for a consent's own addresses (either works for both) and `trial.html` for the form that anybody may
 * try; hashed files under `/patient-assets/`; and
 * `sw.js` for each prefix that can be signed at.
 */
export async function buildPatient({ outDir }: { outDir: string }): Promise<void> {
  const environment = process.env['NODE_ENV']
  // What runs the build may be a test; what is built is always meant for people.
  process.env['NODE_ENV'] = 'production'
  try {
    await buildPages(outDir)
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = environment
  }
}

async function buildPages(outDir: string): Promise<void> {
  await build({ ...baseViteConfig, build: { outDir } })
  const frame = await readFile(join(outDir, 'index.html'), 'utf8')
  const { link, address, trial } = await prerenderPages()
  const page = fillPage(frame, link)
  await writeFile(join(outDir, 'index.html'), page)
  await writeFile(join(outDir, 'address.html'), fillPage(frame, address))
  await writeFile(join(outDir, 'trial.html'), fillPage(await indexablePage(frame, trial), trial))
  const built = (await readdir(join(outDir, assets))).sort().map((name) => `/${assets}/${name}`)
  const files = built.filter((file) => !isTrialAsset(file))
  const worker = await buildWorker(files, shortHash(page + files.join()))
  for (const prefix of workerPrefixes) {
    await mkdir(join(outDir, prefix), { recursive: true })
    await writeFile(join(outDir, prefix, 'sw.js'), worker)
  }
}

const baseViteConfig: InlineConfig = {
  configFile: join(root, 'vite.patient.config.ts'),
  root: area,
  logLevel: 'warn',
}
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Runs the pages once without a browser. The bundle stays inside the repository, where its packages are found. */
async function prerenderPages(): Promise<Record<'link' | 'address' | 'trial', Record<string, string>>> {
  const outDir = join(root, `build/patient-prerender-${process.pid}`)
  await build({ ...baseViteConfig, build: { outDir, ssr: join(area, 'prerender.tsx') } })
  const { href } = pathToFileURL(join(outDir, 'prerender.js'))
  const { prerenderPatientPages } = await import(`${href}?${Date.now()}`)
  await rm(outDir, { recursive: true })
  return prerenderPatientPages()
}

const fillPage = (html: string, values: Record<string, string>) =>
  html.replaceAll(
    /%(lang|dir|title|description|noScript|body)%/g,
    (whole, name: string) => values[name] ?? whole,
  )

const noindexTag = '<meta name="robots" content="noindex" />'

/** A page that is to be found, unlike those of patients: with its address and what is shown where it is shared. */
async function indexablePage(html: string, { title = '', description = '' }: Record<string, string>) {
  const { origin, name } = JSON.parse(await readFile(join(root, 'build/content/page.site.json'), 'utf8'))
  const address = `${origin}${trialPath}`
  const shared = { title, description, url: address, type: 'website', site_name: name }
  const lines = Object.entries(shared).map(
    ([property, content]) => `<meta property="og:${property}" content="${escapeHtml(content)}" />`,
  )
  if (!html.includes(noindexTag))
    throw new Error('The patient page no longer says that it is not to be found')
  return html.replace(noindexTag, [`<link rel="canonical" href="${address}" />`, ...lines].join('\n    '))
}

/** Of the form that anybody may try, which no patient's device is to keep. */
const isTrialAsset = (file: string) => /\/(trial-app|form\.[^/]+)-[^/]+\.js$/.test(file)

/** The words of a language that few of those who open a link read in, and letters that few devices lack. */
const isLanguageChunk = (file: string) => /\/words\.(?!en\b)[^/]+\.js$|\.woff2$/.test(file)

async function buildWorker(files: string[], version: string): Promise<string> {
  const shellFiles = files.filter((file) => !isLanguageChunk(file))
  const languageFiles = files.filter(isLanguageChunk)
  const output = await build({
    configFile: false,
    root: area,
    logLevel: 'warn',
    define: {
      SHELL_FILES: JSON.stringify(shellFiles),
      LANGUAGE_FILES: JSON.stringify(languageFiles),
      SHELL_VERSION: JSON.stringify(version),
    },
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: join(area, 'patient-worker.ts'), formats: ['es'], fileName: 'sw' },
    },
  })
  const [bundle] = [output].flat()
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined
  if (!chunk) throw new Error('The patient worker was not built')
  return chunk.code
}
