import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { guardedRouteScripts } from './tools/web/guarded-route-scripts.ts'
import { preactForReact } from './tools/web/preact-for-react.ts'
import { isShellModule } from './tools/web/shell-chunk.ts'
import { unwrittenPages } from './tools/web/unwritten-pages.ts'
import { patientPaths, trialPath } from './web/routes.ts'

/** What the development server leaves to the product's own: the API, its pages, and the patient entry. */
const served = ['/api', '/patient-assets', trialPath, ...patientPaths.map((path) => path.replace(/:.*/, ''))]
const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** What every page needs, in few files: many small ones compress worse, and each first load brings them all. */
const everywhere = [
  {
    name: 'framework',
    // What loads a script is asked for by the router itself, and so comes no later than that.
    test: /node_modules\/(preact|react-router|cookie|set-cookie-parser)\/|\/web\/ui\/plain\/(chunk-load|connection|reload-guard)\.ts$|\/contract\/limits\.ts$/,
  },
  {
    name: 'parts',
    test: /\/web\/ui\/(plain\/|(data-table|icon-button|toast|use-task|page-header|empty-state|failed-state)\.ts)|\/lucide-react\//,
    minShareCount: 18,
  },
  { name: 'frame', test: isShellModule },
  { name: 'icons', test: /\/lucide-react\//, minShareCount: 12 },
  {
    name: 'consents',
    // What the board of a day, lists of consents and their pages show of a consent.
    test: /\/(contract\/(consent-states|teeth|readiness)|web\/live-updates|web\/features\/(aftercare\/worry-alert|teeth\/tooth-words|messages\/message-words|consents\/(consent-badge|consent-status|consent-table|count-text|name-mismatch-text)))\.tsx?$/,
    minShareCount: 2,
  },
]

/** Scripts that every page has. */
const isEverywhere = /\/(framework|frame|parts|icons|rolldown-runtime)-/

export default defineConfig({
  // Module tests read this file too and need no routes.
  plugins: [
    tailwindcss(),
    process.env.VITEST ? [] : [preactForReact, reactRouter(), guardedRouteScripts(), unwrittenPages()],
  ],
  build: {
    reportCompressedSize: false,
    modulePreload: {
      // Whoever fetches a script at a press has these already: naming them costs each page some bytes.
      resolveDependencies: (_script, scripts, { hostType }) =>
        hostType === 'js' ? scripts.filter((script) => !isEverywhere.test(script)) : scripts,
    },
    // Screens do nothing when they are only imported: what a feature's index offers is fetched by who uses it.
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !/\/web\/features\//.test(id) },
      // Of two thousand icons a hundred are drawn: the others are not read, let alone parsed.
      experimental: { lazyBarrel: true },
      output: { codeSplitting: { groups: everywhere } },
    },
  },
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, server])),
    watch: { ignored: ['**/build/web/**', '**/data/**'] },
  },
})
