import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Manifest = { routes: Record<string, { path?: string; imports?: string[] }> }

const manifestPrefix = 'window.__reactRouterManifest='
/** Pages behind a sign-in: they are never prerendered, so nothing of them stands in the HTML that a browser takes over. */
const authenticatedRoutes = /^(areas\/(admin|clinic)\/|consent-template-new$|staff-registration$)/

/**
 * The framework's list of routes without what the modules of signed-in pages import, and of those whose HTML comes
 * without a script. Browsers need that only to fetch a page ahead, which we do not do, or to take over its HTML, which
 * they have none of; it is most of the list, and the list is part of every first load.
 */
export function removeUnusedImports(source: string, scriptlessPaths: readonly string[]): string {
  if (!source.startsWith(manifestPrefix)) throw new Error('This is no list of routes')
  const manifest = JSON.parse(source.slice(manifestPrefix.length).replace(/;\s*$/, '')) as Manifest
  for (const [id, route] of Object.entries(manifest.routes))
    if (authenticatedRoutes.test(id) || (route.path && scriptlessPaths.includes(`/${route.path}`)))
      route.imports = []
  return `${manifestPrefix}${JSON.stringify(manifest)};`
}

/** Shortens the list of routes of a build. */
export async function shortenManifest(clientDir: string, scriptlessPaths: readonly string[]): Promise<void> {
  const assets = join(clientDir, 'assets')
  const name = (await readdir(assets)).find((file) => /^manifest-.+\.js$/.test(file))
  if (!name) throw new Error('The build has no list of routes')
  const file = join(assets, name)
  await writeFile(file, removeUnusedImports(await readFile(file, 'utf8'), scriptlessPaths))
}
