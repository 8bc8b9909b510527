import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type InlineConfig } from 'vite'

const root = join(import.meta.dirname, '..')
const area = join(root, 'web/areas/patient')
const assets = 'patient-assets'
/** Prefixes whose pages are signed at: each has its worker, because a worker reaches no further than its folder. */
const workerPrefixes = ['sign-consent', 'ai-consent', 'kiosk']

/**
 * Builds the patient pages into `outDir`: `index.html` for links, with the birth-date page already in it, and
 * `address.html` for a consent's own addresses (either works for both); hashed files under `/patient-assets/`; and
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
  await build({ ...base, build: { outDir } })
  const frame = await readFile(join(outDir, 'index.html'), 'utf8')
  const { link, address } = await prerendered()
  const page = fillPage(frame, link)
  await writeFile(join(outDir, 'index.html'), page)
  await writeFile(join(outDir, 'address.html'), fillPage(frame, address))
  const files = (await readdir(join(outDir, assets))).sort().map((name) => `/${assets}/${name}`)
  const worker = await buildWorker(files, shortHash(page + files.join()))
  for (const prefix of workerPrefixes) {
    await mkdir(join(outDir, prefix), { recursive: true })
    await writeFile(join(outDir, prefix, 'sw.js'), worker)
  }
}

const base: InlineConfig = { configFile: join(root, 'vite.patient.config.ts'), root: area, logLevel: 'warn' }
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Runs the pages once without a browser. The bundle stays inside the repository, where its packages are found. */
async function prerendered(): Promise<Record<'link' | 'address', Record<string, string>>> {
  const outDir = join(root, `build/patient-prerender-${process.pid}`)
  await build({ ...base, build: { outDir, ssr: join(area, 'prerender.tsx') } })
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

/** The words of a language that few of those who open a link read in. */
const isLanguage = (file: string) => /\/words\.(?!en\b)[^/]+\.js$/.test(file)

async function buildWorker(files: string[], version: string): Promise<string> {
  const shellFiles = files.filter((file) => !isLanguage(file))
  const languageFiles = files.filter(isLanguage)
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
