import tailwind from '@tailwindcss/vite'
import { readFile } from 'node:fs/promises'
import { defineConfig, type Plugin } from 'vite'
import { preactForReact } from './tools/web/preact-for-react.ts'

const entryMark = '?entry'

/** Reads `words.en.json?entry` as named parts, so that the first load holds only those it names. */
const entryWords: Plugin = {
  name: 'entry-words',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(`.json${entryMark}`)) return
    const path = id.slice(0, -entryMark.length)
    const parts: object = JSON.parse(await readFile(path, 'utf8'))
    const lines = Object.entries(parts).map(
      ([name, texts]) => `export const ${name} = ${JSON.stringify(texts)}`,
    )
    return { code: lines.join('\n'), moduleType: 'js' }
  },
}

/** Later parts come without files that would have to be fetched ahead, so what would fetch them is weight only. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : null),
}

/** The patient pages: a small entry of their own, outside the router framework. `tools/build-patient.ts` drives it. */
export default defineConfig({
  root: 'web/areas/patient',
  publicDir: false,
  plugins: [preactForReact, entryWords, plainImports, tailwind()],
  build: {
    outDir: '../../../build/web/patient',
    emptyOutDir: true,
    assetsDir: 'patient-assets',
    // Files are never put into the page or the styles: their addresses are what the content policy allows.
    assetsInlineLimit: 0,
    // The page fetches its later parts itself while the person reads.
    modulePreload: false,
    cssCodeSplit: false,
    target: 'baseline-widely-available',
    // One file for the first load: two compress worse, and the second is found later.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first-load', tags: ['$initial'] }] } } },
  },
})
