import tailwind from '@tailwindcss/vite'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { preactForReact } from './web/preact-for-react.ts'

const area = join(import.meta.dirname, '../web/areas/embed')

/**
 * Builds the page that other programs show in a frame into `outDir`: `embed.html` and hashed files under
 * `/embed-assets/`. It has an entry of its own, so that nothing of it knows a session, a router or a store of the browser.
 */
export async function buildEmbed({ outDir }: { outDir: string }): Promise<void> {
  const environment = process.env['NODE_ENV']
  // What runs the build may be a test; what is built is always meant for people.
  process.env['NODE_ENV'] = 'production'
  try {
    await rm(outDir, { recursive: true, force: true })
    await build({
      configFile: false,
      root: area,
      publicDir: false,
      logLevel: 'warn',
      plugins: [preactForReact, tailwind()],
      build: {
        outDir,
        emptyOutDir: true,
        assetsDir: 'embed-assets',
        // Their addresses are what the content policy allows.
        assetsInlineLimit: 0,
        modulePreload: false,
        cssCodeSplit: false,
        target: 'baseline-widely-available',
        rolldownOptions: { input: join(area, 'embed.html') },
      },
    })
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = environment
  }
}
