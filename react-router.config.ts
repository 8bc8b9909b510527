import type { Config } from '@react-router/dev/config'
import { removeScripts } from './tools/web/static-pages.ts'
import { shortenManifest } from './tools/web/route-manifest.ts'
import { notFoundPath, publicPaths } from './tools/web/route-paths.ts'
import { scriptlessPaths } from './web/routes.ts'

const outDir = 'build/web'

export default {
  appDirectory: 'web',
  buildDirectory: outDir,
  ssr: false,
  prerender: [...publicPaths(), notFoundPath],
  async buildEnd() {
    await removeScripts(`${outDir}/client`, scriptlessPaths)
    await shortenManifest(`${outDir}/client`, scriptlessPaths)
  },
} satisfies Config
