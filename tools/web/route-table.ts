import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeaderClass, Page, PageTable } from '../../server/platform/http/page-table.ts'
import {
  areas,
  embedPath,
  formDocuments,
  requestedPathPlaceholder,
  patientPaths,
  trialPath,
  unknownHostDocument,
} from '../../web/routes.ts'
import { listFiles } from './file-list.ts'
import { pathsOf, publicPaths } from './route-paths.ts'

/** What the areas' documents are served with; nothing behind a sign-in or a link may stay in a cache. */
const headerClasses: Record<string, HeaderClass> = {
  public: { cacheControl: 'no-cache', referrerPolicy: 'strict-origin-when-cross-origin' },
  app: {
    cacheControl: 'no-store',
    referrerPolicy: 'strict-origin-when-cross-origin',
    robots: 'noindex, nofollow',
  },
  patient: { cacheControl: 'no-store', referrerPolicy: 'no-referrer', robots: 'noindex, nofollow' },
  // Shown in frames of ours, and held by its policy to what it promises: it calls nobody.
  trial: {
    ...{ cacheControl: 'no-cache', referrerPolicy: 'strict-origin-when-cross-origin' },
    ...{ framedBySite: true, callsNobody: true },
  },
  // Shown in a frame of the one site that its address names.
  embed: {
    ...{ cacheControl: 'no-store', referrerPolicy: 'no-referrer', robots: 'noindex, nofollow' },
    framedByNamedSite: true,
  },
}

/** Describes the web builds under `webDir` for the server: each route's document, and each file by its own path. */
export async function buildPageTable(webDir: string, origin: string): Promise<PageTable> {
  const page = async (pattern: string, file: string, headerClass: string, status = 200): Promise<Page> => {
    return {
      pattern,
      file,
      status,
      headerClass,
      scriptHashes: inlineScriptHashes(await readFile(join(webDir, file), 'utf8')),
    }
  }
  const pages = await Promise.all([
    ...addressablePaths().map((path) => page(path, `client${path === '/' ? '' : path}/index.html`, 'public')),
    ...pathsOf(areas.app).map((path) =>
      // Inside an area an unlisted path keeps the area's menu; nothing is there all the same.
      page(path, 'client/__spa-fallback.html', 'app', path.endsWith('*') ? 404 : 200),
    ),
    ...patientPaths.map((path) => page(path, patientDocument(path), 'patient')),
    page(trialPath, 'patient/trial.html', 'trial'),
    page(embedPath, 'embed/embed.html', 'embed'),
  ])
  const notFound = await page('*', 'client/404/index.html', 'public', 404)
  const forms = await Promise.all(
    Object.entries(formDocuments).map(([path, document]) =>
      page(path, `client${document}/index.html`, 'public', 400),
    ),
  )
  const wrongAddress = {
    ...(await page('*', `client${unknownHostDocument}/index.html`, 'patient', 421)),
    pathAsked: requestedPathPlaceholder,
  }
  return { origin, headerClasses, pages, notFound, wrongAddress, forms, files: await filesOf(webDir) }
}

/** Nobody opens a document that stands at no address of its own. */
const addressablePaths = () => publicPaths().filter((path) => !answersOnly.includes(path))
const answersOnly = [...Object.values(formDocuments), unknownHostDocument]

/** Links begin with the prerendered birth-date page; a consent's own address first asks who is there. */
const patientDocument = (path: string) =>
  `patient/${path.endsWith(':accessToken') ? 'index' : 'address'}.html`

/** Every file of the builds but the documents and what compresses them: URL path → file. Two builds may not claim one path. */
async function filesOf(webDir: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const build of ['client', 'patient', 'embed']) {
    for (const name of await listFiles(join(webDir, build))) {
      if (/\.(html|br|gz|draft)$/.test(name)) continue
      if (files[`/${name}`]) throw new Error(`Both web builds hold '${name}'`)
      files[`/${name}`] = `${build}/${name}`
    }
  }
  return files
}

/** Data for search engines is never run. */
const inlineScript = /<script(?![^>]*\b(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g

/** The Content-Security-Policy sources that allow a document's own inline scripts and no others. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = Array.from(html.matchAll(inlineScript), ([, script = '']) =>
    createHash('sha256').update(script).digest('base64'),
  )
  return [...new Set(hashes)].map((hash) => `sha256-${hash}`)
}
