import path from 'node:path'
import type { Plugin } from 'vite'

/*
 * React Router loads the script of a route by a bare import, and reloads the page that is being left, each time anew,
 * where that fails; it has no setting for it. What it imports is led through our own `loadChunk` instead.
 */

const loader = path.resolve('web/ui/plain/chunk-load.ts')
const chunkLoadImport = `import { loadChunk as loadRouteScript } from ${JSON.stringify(loader)};\n`
/** Where the person is going, which is the page to load anew; on a first load, the page itself. */
const address = [
  'const addressAhead = () => {',
  '  const ahead = window.__reactRouterDataRouter?.state.navigation.location;',
  '  return ahead ? new URL(ahead.pathname + ahead.search + ahead.hash, location.href).href : location.href;',
  '};\n',
].join('\n')

const bareImport = /\bimport\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*(route\.\w+)\s*\)/g
const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/g

/** What is replaced in which file of the framework, and how often it has to be there. */
const expectedReplacements = {
  'routeModules.js': { imports: 1, reloads: 1 },
  'routes.js': { imports: 3, reloads: 0 },
} as const
type FileName = keyof typeof expectedReplacements

/** The framework's file with its imports of routes guarded. Throws where it is another file than is known. */
export function guardRouteScripts(name: FileName, code: string): string {
  const counts = { imports: code.match(bareImport)?.length ?? 0, reloads: code.match(reload)?.length ?? 0 }
  const { imports, reloads } = expectedReplacements[name]
  if (counts.imports !== imports || counts.reloads !== reloads)
    throw new Error(`React Router's ${name} loads routes in another way than guardRouteScripts knows`)
  return (
    chunkLoadImport +
    address +
    code
      .replaceAll(
        bareImport,
        (_whole, module: string) =>
          `loadRouteScript(() => import(/* @vite-ignore */ ${module}), addressAhead)`,
      )
      .replaceAll(reload, 'throw error;')
      .replaceAll(', reloading page...`', '`')
  )
}

/** Guards the scripts of routes in the build for browsers, and fails a build that did not find them. */
export function guardedRouteScripts(): Plugin {
  const found = new Set<string>()
  return {
    name: 'guarded-route-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const name = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/(routeModules\.js|routes\.js)$/.exec(id)?.[1]
      if (!name) return
      found.add(name)
      return { code: guardRouteScripts(name as FileName, code), map: null }
    },
    buildEnd(error) {
      const missing = Object.keys(expectedReplacements).filter((name) => !found.has(name))
      if (!error && missing.length > 0) this.error(`React Router has no ${missing.join(', ')} to guard`)
    },
  }
}
