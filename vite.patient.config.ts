import tailwind from '@tailwindcss/vite'
import { readFile } from 'node:fs/promises'
import { defineConfig, type Plugin } from 'vite'

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

/** The patient pages: a small entry of their own, outside the router framework. `tools/build-patient.ts` drives it. */
export default defineConfig({
  root: 'web/areas/patient',
  publicDir: false,
  plugins: [entryWords, tailwind()],
  build: {
    outDir: '../../../build/web/patient',
    emptyOutDir: true,
    assetsDir: 'patient-assets',
    // Files are never put into the page or the styles: their addresses are what the content policy allows.
    assetsInlineLimit: 0,
    // The page fetches its later parts itself while the person reads, so the preloading code would be weight only.
    modulePreload: false,
    cssCodeSplit: false,
    target: 'baseline-widely-available',
    // One file for the first load: two compress worse, and the second is found later.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first-load', tags: ['$initial'] }] } } },
  },
})
