import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { readOrder } from './tools/layout/module-order.ts'

const order = readOrder(readFileSync(join(import.meta.dirname, 'server/modules/order.ts'), 'utf8'))

/** What needs a database: each module through the contract, and what the platform says to PostgreSQL. */
const modules = [
  ...order.map((name) => `server/modules/${name}/${name}.test.ts`),
  'server/**/*.database.test.ts',
  'server/platform/database/embedded-postgres.test.ts',
  'tests/access/**/*.test.ts',
  'tests/attack/**/*.test.ts',
]

/** What runs other programs: Typst, pdfsig, qpdf, openssl, npm, an S3 server. */
const programs = [
  'server/modules/paper/scan-content.test.ts',
  'server/platform/pdf/pdf-pages.test.ts',
  'server/platform/pdf/seal.test.ts',
  'server/platform/pdf/typesetter.test.ts',
  'server/platform/pdf/validation-material.test.ts',
  'server/modules/documents/document-rendering.test.ts',
  'server/modules/documents/template-preview.test.ts',
  'server/modules/evidence/evidence-seals.test.ts',
  'server/platform/files/object-store.test.ts',
  'tools/prepare.test.ts',
  'tools/prove/upload-cuts.test.ts',
]

const ignored = ['**/node_modules/**', 'build/**', 'data/**']

/** Against hanging alone, far above what a loaded machine needs: no test depends on its speed, or has a limit of its own. */
const limits = { testTimeout: 600_000, hookTimeout: 600_000 }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // Pure and quick: the layout of the code, then rules that need nothing but themselves.
      { test: { ...limits, name: 'layout', include: ['tools/layout/**/*.test.ts'] } },
      {
        test: {
          ...limits,
          name: 'rules',
          isolate: false,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, ...modules, ...programs, 'tools/layout/**'],
        },
      },
      { test: { ...limits, name: 'programs', include: programs } },
      {
        test: {
          ...limits,
          name: 'modules',
          include: modules,
          globalSetup: 'server/testing/global-setup.ts',
          isolate: false,
        },
      },
    ],
  },
})
