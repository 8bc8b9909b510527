import path from 'node:path'
import { build, type Plugin } from 'vite'

const root = path.join(import.meta.dirname, '..')
/** Compiled for the machine, or with a file of its own that it looks for beside itself. What draws runs beside, from its sources. */
const externalPackages = ['@node-rs/argon2', 'pino']

const moduleIndex = /\/server\/modules\/[^/]+\/index\.ts$/

/**
 * Puts the server and what it uses into a few files in `outDir` (a folder of a folder of this repository): `main.js`, which
 * begins the database (and `start-server.js`, for whoever begins it along with a build), and the rest, read meanwhile. To find and read four thousand files takes a start several times as
 * long as all that it does then.
 */
export async function buildServer({ outDir }: { outDir: string }): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [rewriteImportMetaPaths(outDir), splitModuleExports],
    ssr: { noExternal: true, external: externalPackages },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      // Whoever reads a stack finds names and regions of the files.
      minify: false,
      rolldownOptions: {
        input: ['server/main.ts', 'server/start-server.ts'],
        // All beside each other: places are told from there.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          strictExecutionOrder: true,
        },
      },
    },
  })
}

/** Who takes one thing of a module needs no more of it: the configuration reads one rule, and is read first. */
const splitModuleExports: Plugin = {
  name: 'parts-alone',
  transform: (code, id) => (moduleIndex.test(id) ? { code, map: null, moduleSideEffects: false } : null),
}

/** What stands beside our own files is looked for there, and content is read where it was made. */
function rewriteImportMetaPaths(outDir: string): Plugin {
  const fromBundle = (file: string) => JSON.stringify(path.relative(path.join(root, outDir), file))
  const content = '\0content:'
  return {
    name: 'places',
    enforce: 'pre',
    resolveId(id, importer) {
      const file = importer && id.endsWith('.json') ? path.resolve(path.dirname(importer), id) : ''
      return file.startsWith(path.join(root, 'build/content/'))
        ? content + file.slice(0, -'.json'.length)
        : null
    },
    load(id) {
      if (!id.startsWith(content)) return null
      const file = fromBundle(`${id.slice(content.length)}.json`)
      return `import { readFileSync } from 'node:fs'
        export default JSON.parse(readFileSync(new URL(${file}, import.meta.url), 'utf8'))`
    },
    transform(code, id) {
      if (id.startsWith('\0') || id.includes('node_modules') || !code.includes('import.meta')) return null
      const folder = `process.getBuiltinModule('node:path').join(import.meta.dirname, ${fromBundle(path.dirname(id))})`
      return code
        .replaceAll(/import\.meta\.dirname/g, folder)
        .replaceAll('import.meta.url', `new URL(${fromBundle(id)}, import.meta.url).href`)
    },
  }
}
